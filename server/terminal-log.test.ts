import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inPolish, terminalLine } from "./logger.ts";

const time = new Date(2026, 0, 2, 12, 5, 7).getTime();
const read = (line: object) => terminalLine(JSON.stringify({ time, ...line }));

test("a request is one short line", () => {
  const fields = { requestId: "1a2b3c4d", method: "GET", path: "/oferta", status: 200, durationMs: 3 };
  expect(read({ level: 30, ...fields, msg: "request" })).toBe("12:05:07 GET /oferta 200 (3 ms)\n");
});

test("common messages are in Polish, with their level and details", () => {
  expect(read({ level: 40, msg: "SMTP_URL is not set: e-mails wait in the outbox" })).toBe(
    "12:05:07 uwaga: nie ustawiono serwera poczty (SMTP_URL), e-maile czekają w kolejce\n",
  );
  expect(read({ level: 30, signal: "SIGINT", msg: "stopping" })).toBe(
    "12:05:07 kończenie pracy (signal: SIGINT)\n",
  );
});

test("an error is shown as in the log, but without stack frames", () => {
  const err = { error: "LoggableError", message: "The build lacks /404.html", stack: ["at main.js"] };
  expect(read({ level: 50, err, msg: "the release cannot be served, the one before it stays" })).toBe(
    "12:05:07 błąd: nowej wersji nie da się pokazać, zostaje poprzednia (error: LoggableError, message: The build lacks /404.html)\n",
  );
  expect(read({ level: 60, err: { error: "Error" }, msg: "uncaught exception" })).toBe(
    "12:05:07 błąd: uncaught exception (error: Error)\n",
  );
});

test("messages that the program prints itself are left out", () => {
  expect(read({ level: 30, host: "127.0.0.1", msg: "listening" })).toBeUndefined();
});

test.each(Object.keys(inPolish))(
  "the program still writes the message that has Polish words: %s",
  (message) => {
    const sources = globSync("{enquiries,process,server}/**/*.ts", { exclude: ["server/logger.ts"] });
    expect(sources.some((file) => readFileSync(file, "utf8").includes(`"${message}"`))).toBe(true);
  },
);
