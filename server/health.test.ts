import { writeFileSync } from "node:fs";
import fileSystem from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { EnquiryHealth } from "../enquiries/health.server.ts";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { getHealth, readFreeDiskBytes, unreadableRecords } from "./health.ts";
import type { HttpEnv } from "./http-env.ts";
import { createHttpServer } from "./http-server.ts";
import { createLogger } from "./logger.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const wellEnquiries: EnquiryHealth = {
  problems: [],
  storageWritable: true,
  outbox: { waiting: 2, oldestAgeSeconds: 61, dead: 1 },
  mailConfigured: true,
  lastCanary: null,
  freeDiskBytes: 1e9,
};

function createCheck(enquiries: Partial<EnquiryHealth> = {}) {
  const clock = { now: 0 };
  let checks = 0;
  const now = () => clock.now;
  async function health() {
    checks += 1;
    return { ...wellEnquiries, ...enquiries };
  }
  return { options: { health, now }, clock, checks: () => checks };
}

describe("B11 GET /api/health", () => {
  test("B11.3 200 with the facts while all is well", async () => {
    const { port } = await serveFixture(createCheck().options);
    const answer = await ask(port, "/api/health");
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-type": "application/json" });
    expect(JSON.parse(answer.text)).toEqual({
      status: "ok",
      version: "1.2.3",
      problems: [],
      storageWritable: true,
      outbox: { waiting: 2, oldestAgeSeconds: 61, dead: 1 },
      mailConfigured: true,
      lastCanary: null,
      freeDiskBytes: 1e9,
    });
  });

  test("B11.3 503 when enquiries are in trouble", async () => {
    const { options } = createCheck({ problems: ["storage-not-writable"], storageWritable: false });
    const { port } = await serveFixture(options);
    const answer = await ask(port, "/api/health");
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ status: "problem", problems: ["storage-not-writable"] });
  });

  test("checks again only if the last result is too old for the caller", async () => {
    const { options, clock, checks } = createCheck();
    const { port } = await serveFixture(options);
    const askAsOwner = () => ask(port, "/api/health");
    await Promise.all([askAsOwner(), askAsOwner()]);
    clock.now = 4999;
    await askAsOwner();
    expect(checks()).toBe(1);
    clock.now = 5000;
    await ask(port, "/api/health", { headers: { "X-Forwarded-For": "198.51.100.9" } });
    expect(checks()).toBe(1);
    await askAsOwner();
    expect(checks()).toBe(2);
    // A clock that was ahead is put right.
    clock.now = -86_400_000;
    await askAsOwner();
    expect(checks()).toBe(3);
  });

  test.each([
    ["through a proxy", { "X-Forwarded-For": "198.51.100.9" }],
    ["through another kind of proxy", { Forwarded: "for=198.51.100.9" }],
  ])(
    "a request %s learns only the status and the version, from one check a minute",
    async (_how, headers) => {
      const { options, clock, checks } = createCheck({ problems: ["outbox-late"] });
      const { port } = await serveFixture(options);
      const answer = await ask(port, "/api/health", { headers });
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toEqual({ status: "problem", version: "1.2.3" });
      clock.now = 59_999;
      await ask(port, "/api/health", { headers });
      expect(checks()).toBe(1);
    },
  );

  const interfaceAddress = Object.values(networkInterfaces())
    .flat()
    .find((card) => card && !card.internal && card.family === "IPv4")?.address;
  test.each([
    // Linux answers there from 127.0.0.1; elsewhere it may not exist.
    ["in the loopback network", process.platform === "linux" ? "127.0.1.1" : undefined],
    ["in a private network", interfaceAddress],
  ])("B11.3 this machine learns all by its address %s, too", async (_where, address) => {
    if (address === undefined) return;
    const app = new Hono<HttpEnv>().get(
      "/",
      getHealth({ version: "1", enquiryHealth: async () => wellEnquiries, now: () => 0 }),
    );
    const server = createHttpServer(
      (request, bindings) => app.fetch(request, bindings as HttpEnv["Bindings"]),
      { log: createLogger("silent"), isProxy: () => true },
    );
    const port = await server.listen({ host: String(address), port: 0 });
    onTestFinished(() => server.close());
    expect(await (await fetch(`http://${address}:${port}/`)).json()).toMatchObject(wellEnquiries);
  });

  test("the free space of a folder is known", async () => {
    expect(await readFreeDiskBytes(tmpdir())).toBeGreaterThan(0);
  });

  test.each([
    ["a disk that has room for no more files is full", { files: 65_536, ffree: 999 }, 0],
    ["a disk that has room for them is not", { files: 65_536, ffree: 1000 }, 4096e6],
    ["nor is one that does not limit them", { files: 0, ffree: 0 }, 4096e6],
  ])("B11.3 %s", async (_what, ofFiles, free) => {
    const facts = { ...(await fileSystem.statfs(tmpdir())), bsize: 4096, bavail: 1e6, ...ofFiles };
    vi.spyOn(fileSystem, "statfs").mockResolvedValue(facts);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(await readFreeDiskBytes(tmpdir())).toBe(free);
  });
});

test("B11.3 records that cannot be read are told by name, all of them, and no other file is", async () => {
  const folder = temporaryFolder();
  const files = { "a.json": "{}", "b.json": "{", "c.json": "", "d.json.unfinished": "{", "e.txt": "{" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect((await unreadableRecords(folder)).sort()).toEqual(["b.json", "c.json"]);
  expect(await unreadableRecords(join(folder, "missing"))).toEqual([]);
});
