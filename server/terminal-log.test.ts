import { expect, test } from "vitest";
import { terminalLine } from "./logger.ts";

const time = new Date(2026, 0, 2, 12, 5, 7).getTime();
const read = (line: object) => terminalLine(JSON.stringify({ time, ...line }));

test("a request is one short line", () => {
  const fields = { requestId: "1a2b3c4d", method: "GET", path: "/oferta", status: 200, durationMs: 3 };
  expect(read({ level: 30, ...fields, msg: "request" })).toBe("12:05:07 GET /oferta 200 (3 ms)\n");
});

test("any other line has its level and details, but no stack frames", () => {
  expect(read({ level: 40, msg: "SMTP_URL is not set: e-mails wait in the outbox" })).toBe(
    "12:05:07 warning: SMTP_URL is not set: e-mails wait in the outbox\n",
  );
  const err = { error: "LoggableError", message: "The build lacks /404.html", stack: ["at main.js"] };
  expect(read({ level: 50, err, msg: "the release cannot be served" })).toBe(
    '12:05:07 error: the release cannot be served {"error":"LoggableError","message":"The build lacks /404.html"}\n',
  );
});

test("messages that the program prints itself are left out", () => {
  expect(read({ level: 30, host: "127.0.0.1", msg: "listening" })).toBeUndefined();
});
