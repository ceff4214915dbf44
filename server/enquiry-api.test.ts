import { describe, expect, test } from "vitest";
import { honeypotField } from "../enquiries/form.ts";
import { ask, sendRaw, statusLine } from "./testing/http-client.ts";
import { type FixtureOptions, serveFixture } from "./testing/site-fixture.ts";

const enquiry = { name: "Ala", phone: "600100200", message: "Dzień dobry" };

async function post(
  body: string | Buffer,
  options: FixtureOptions = {},
  headers: Record<string, string> = {},
) {
  const site = await serveFixture(options);
  const answer = await ask(site.port, "/api/enquiries", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  return { ...site, answer };
}

describe("B10.3 POST /api/enquiries", () => {
  test("B10.3 201 with the reference; the enquiry is passed on with the visitor's address", async () => {
    const body = {
      ...enquiry,
      key: "0b6f1c3e-1d0f-4b8a-9c55-0a1f9f2d7e11",
      [honeypotField]: "",
      elapsedMs: 5000,
    };
    const { answer, submissions } = await post(
      JSON.stringify(body),
      {},
      { "X-Forwarded-For": "198.51.100.9" },
    );
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toEqual({ reference: "7K3M-9QXR" });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(submissions).toEqual([
      {
        values: enquiry,
        key: "0b6f1c3e-1d0f-4b8a-9c55-0a1f9f2d7e11",
        honeypot: "",
        elapsedMs: 5000,
        clientAddress: "127.0.0.1",
      },
    ]);
  });

  test("a trusted proxy's word on the visitor's address is used", async () => {
    const options = { config: { trustedProxies: ["127.0.0.1"] } };
    const headers = { "X-Forwarded-For": "1.1.1.1, 2001:db8::7" };
    const { submissions } = await post(JSON.stringify(enquiry), options, headers);
    expect(submissions[0]?.clientAddress).toBe("2001:db8::7");
  });

  test("422 with the errors of each field", async () => {
    const errors = { name: ["Wpisz imię"] };
    const { answer } = await post("{}", { submit: async () => ({ kind: "invalid", errors }) });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toEqual({ errors });
  });

  test("B10.3 429 with Retry-After", async () => {
    const { answer } = await post("{}", { submit: async () => ({ kind: "limited", retryAfterSeconds: 90 }) });
    expect(answer.status).toBe(429);
    expect(answer.headers["retry-after"]).toBe("90");
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 429, message: "Too many enquiries" });
  });

  test("B10.3 429 before the body is read when the address has sent too many requests of any kind", async () => {
    const counted: string[] = [];
    const countRequest = (address: string) => {
      counted.push(address);
      return 90;
    };
    for (const body of [JSON.stringify(enquiry), "{", "a".repeat(70_000)]) {
      const { answer, submissions } = await post(body, { countRequest });
      expect(answer.status).toBe(429);
      expect(answer.headers["retry-after"]).toBe("90");
      expect(submissions).toEqual([]);
    }
    expect(counted).toEqual(Array(3).fill("127.0.0.1"));
  });

  test("503 when it cannot be stored", async () => {
    const { answer } = await post("{}", { submit: async () => ({ kind: "unavailable" }) });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 503 });
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '"text"',
    '{"name":1}',
    '{"message":{}}',
    '{"key":1}',
    '{"elapsedMs":"5"}',
  ])("400 for %j", async (body) => {
    const { answer, submissions } = await post(body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 400, message: "Not an enquiry" });
    expect(submissions).toEqual([]);
  });

  test("400 for bytes that are not UTF-8", async () => {
    const { answer } = await post(Buffer.from('{"name":"\xb1"}', "latin1"));
    expect(answer.status).toBe(400);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", ""])(
    "415 for the type %j",
    async (type) => {
      const { answer } = await post(JSON.stringify(enquiry), {}, { "Content-Type": type });
      expect(answer.status).toBe(415);
    },
  );

  test("the type may name its charset", async () => {
    const { answer } = await post(
      JSON.stringify(enquiry),
      {},
      { "Content-Type": "Application/JSON; charset=UTF-8" },
    );
    expect(answer.status).toBe(201);
  });

  test("B10.3 64 KiB are accepted, one byte more is 413", async () => {
    const filler = 64 * 1024 - JSON.stringify({ ...enquiry, message: "" }).length;
    const full = JSON.stringify({ ...enquiry, message: "a".repeat(filler) });
    expect((await post(full)).answer.status).toBe(201);
    const { answer, submissions } = await post(`${full} `);
    expect(answer.status).toBe(413);
    expect(submissions).toEqual([]);
  });

  test("a body without a length is measured as it arrives", async () => {
    const { port, submissions } = await serveFixture();
    const head = "POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const chunk = `1000\r\n${"a".repeat(0x1000)}\r\n`;
    const raw = await sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`);
    expect(statusLine(raw)).toBe("HTTP/1.1 413 Payload Too Large");
    expect(submissions).toEqual([]);
  });
});
