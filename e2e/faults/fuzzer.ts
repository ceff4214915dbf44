export type BrokenRequest = {
  bytes: Buffer;
  /** Whether the request may still be valid or begin with a valid one. */
  maybeGood: boolean;
};

/** Makes requests that are malformed in their bytes, request line, headers, address, body or end. */
export function createFuzzer(random: () => number): () => BrokenRequest {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  const certain = (text: string | Buffer): BrokenRequest => ({ bytes: Buffer.from(text), maybeGood: false });

  const goodRequest = () => {
    const body = pick(bodies);
    return Buffer.from(
      pick([
        `GET ${pick(paths)} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n`,
        `POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Type: ${pick(mediaTypes)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        `POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ]),
    );
  };

  const kinds: (() => BrokenRequest)[] = [
    () => certain(Buffer.concat([Buffer.from([128 + below(128)]), noise(below(2000))])),
    () => {
      const bytes = goodRequest();
      for (let change = below(8); change >= 0; change -= 1) bytes[below(bytes.length)] = below(256);
      return { bytes, maybeGood: true };
    },
    () => {
      const bytes = goodRequest();
      return { bytes: bytes.subarray(0, below(bytes.length)), maybeGood: true };
    },
    () => ({ bytes: Buffer.concat([goodRequest(), noise(below(200))]), maybeGood: true }),
    () => certain(`${pick(lines)}\r\nHost: a\r\n\r\n`),
    () => certain(`GET / HTTP/1.1\r\nHost: a\r\n${pick(headers)}\r\n\r\n`),
    () => certain(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(16_384 + below(9000))}\r\n\r\n`),
    () => certain(`GET ${pick(addresses)} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n`),
    () => certain(`GET /${"a".repeat(4096 + below(9000))} HTTP/1.1\r\nHost: a\r\n\r\n`),
    () =>
      certain(
        `POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${pick(framings)}`,
      ),
    () => {
      const body = pick([..."[{"]).repeat(65_537 + below(20_000));
      return certain(
        `POST /api/enquiries HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    },
  ];
  return () => pick(kinds)();
}

const paths = ["/", "/oferta", "/kontakt", "/api/health", "/robots.txt", "/nie-ma"];
const mediaTypes = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "text/plain",
  "\xff",
];
const bodies = [
  "",
  "name=%",
  "name=Ala&name=Ola&phone[]=1",
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAla',
  "{",
  "null",
  "[]",
  '{"name":{"a":1},"phone":[],"message":7}',
  '{"__proto__":{"name":"Ala"}}',
  `${"[".repeat(5000)}`,
  '{"name":"\\ud800"}',
];
const lines = [
  "",
  "GET",
  "GET / HTTP/9.9",
  "GET / ICAP/1.0",
  "get / HTTP/1.1",
  "GET  / HTTP/1.1 x",
  "GET\t/ HTTP/1.1",
  "BREW / HTTP/1.1",
  "PRI * HTTP/2.0",
  "TRACE / HTTP/1.1",
  "PROPFIND / HTTP/1.1",
  "DELETE /oferta HTTP/1.1",
  "CONNECT example.com:443 HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "GET http:// HTTP/1.1",
  "\u0000GET / HTTP/1.1",
];
const headers = [
  "no colon",
  ": no name",
  "a b: c",
  "X: a\rb",
  "X: a\u0000b",
  " folded: at once",
  "Content-Length: -1",
  "Content-Length: 1, 2",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: chunked\r\nContent-Length: 5",
  "Expect: the worst",
];
const addresses = [
  "/../etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/",
  "/%00",
  "/%",
  "/%zz",
  "/%ff%fe",
  "/\\..\\..",
  "/oferta%0d%0aSet-Cookie:a=b",
  "//example.com/%2e%2e",
  "oferta",
  "/\u00e9",
  "/a b",
];
const framings = [
  "Content-Length: 10\r\n\r\n{",
  "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
  "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
  "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}",
  "Transfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n",
  "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
  "Transfer-Encoding: \u000bchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  `Transfer-Encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\n{}`,
];
