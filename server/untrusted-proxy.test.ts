import { expect, test } from "vitest";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const headers = { "X-Forwarded-For": "198.51.100.9" };
const warningsOf = (logLines: readonly string[]) =>
  logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);

test("an untrusted proxy on this machine causes one warning", async () => {
  const { port, logLines } = await serveFixture();
  await ask(port, "/oferta");
  expect(warningsOf(logLines)).toEqual([]);
  await ask(port, "/oferta", { headers });
  await ask(port, "/oferta", { headers });
  expect(warningsOf(logLines)).toMatchObject([{ setting: "TRUSTED_PROXIES" }]);
  expect(logLines.join()).not.toContain("198.51");
});

test("a trusted proxy causes no warning", async () => {
  const { port, logLines } = await serveFixture({ config: { trustedProxies: ["127.0.0.1"] } });
  await ask(port, "/oferta", { headers });
  expect(warningsOf(logLines)).toEqual([]);
});
