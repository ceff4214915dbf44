import { ask, sendRaw, statusLine } from "../server/testing/http-client.ts";
import { expect, test } from "./test.ts";

const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);
const clean = (text: string) => expect(text).not.toMatch(/\bat .*:\d+:\d+|node:internal|\/server\//);

const addresses: readonly (readonly [what: string, path: string])[] = [
  ["a path of a WordPress robot", "/wp-login.php"],
  ["broken percent-encoding", "/%E0%A4%A"],
  ["a lone percent sign", "/oferta%"],
  ["an encoded null byte", "/oferta%00.html"],
  ["traversal", "/../../etc/passwd"],
  ["encoded traversal", "/..%2f..%2fetc%2fpasswd"],
  ["twice encoded traversal", "/%252e%252e%252fetc%252fpasswd"],
  ["a path of two slashes", "//example.com/oferta/"],
  ["an address of 8 KB", `/${"a".repeat(8192)}`],
];

test("B1.4 bad addresses get a clean 404 with the full error page, never a 500 or a stack trace", async ({
  site,
}) => {
  const html = { headers: { Accept: "text/html" } };
  // In a browser, that page is shown by the tests of errors.
  const { text: errorPage } = await ask(portOf(site.baseUrl), "/nie-ma-takiej", html);
  for (const [what, path] of addresses) {
    const answer = await ask(portOf(site.baseUrl), path, html);
    expect([what, answer.status]).toEqual([what, 404]);
    expect(answer.text, what).toBe(errorPage);
    clean(answer.text);
    expect(answer.headers.location ?? "").toBe("");
  }
});

test("bad methods, headers and requests are rejected, and the server keeps serving", async ({ site }) => {
  const port = portOf(site.baseUrl);
  for (const method of ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"]) {
    const answer = await ask(port, "/oferta", { method });
    expect([method, answer.status]).toEqual([method, 405]);
    clean(answer.text);
  }
  const raw: readonly (readonly [what: string, bytes: string, statuses: RegExp])[] = [
    ["a null byte", "GET /oferta\0 HTTP/1.1\r\nHost: x\r\n\r\n", / 400 /],
    ["a backslash", "GET /assets\\..\\..\\server HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", / 400 /],
    ["huge headers", `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(100_000)}\r\n\r\n`, / 431 /],
    ["no host", "GET / HTTP/1.1\r\n\r\n", / 400 /],
    ["no HTTP at all", "Dzień dobry!\r\n\r\n", / 400 /],
    [
      "two lengths",
      "POST /api/enquiries HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
      / 400 /,
    ],
    [
      "a length and chunks",
      "POST /api/enquiries HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      / 400 /,
    ],
  ];
  for (const [what, bytes, status] of raw) {
    const answer = await sendRaw(port, bytes);
    expect([what, status.test(statusLine(answer)), statusLine(answer)]).toEqual([
      what,
      true,
      statusLine(answer),
    ]);
    clean(answer);
  }
  expect((await ask(port, "/")).status).toBe(200);
});
