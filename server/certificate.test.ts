import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { isRenewalLate, readCertificate } from "./certificate.ts";
import { freePort } from "./testing/free-port.ts";

const day = 86_400_000;

test.each([
  [61, false],
  [69, false],
  [70, true],
  [91, true],
])("P8.1 a certificate of 90 days, %i days old: its renewal is late: %s", (age, isLate) => {
  const certificate = { from: new Date(0), until: new Date(90 * day) };
  expect(isRenewalLate(certificate, age * day)).toBe(isLate);
});

test("P8.1 a certificate of a year is late three weeks before its end, one of six days with a quarter left", () => {
  const isLate = (days: number, age: number) =>
    isRenewalLate({ from: new Date(0), until: new Date(days * day) }, age * day);
  expect([isLate(398, 376), isLate(398, 378), isLate(6, 4), isLate(6, 5)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("P8.1 a server without a certificate for the name is told from one that cannot be reached", async () => {
  const server = createServer({}).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const missing = await readCertificate(`https://localhost:${port}`);
  const away = await readCertificate(`https://localhost:${await freePort()}`);
  const plain = await readCertificate(`http://localhost:${port}`);
  expect([missing, away, plain]).toEqual(["none", undefined, undefined]);
  expect([missing, away, plain].map((it) => isRenewalLate(it, 0))).toEqual([true, false, false]);
});
