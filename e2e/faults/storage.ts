import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { assertNothingLost, readSqlite, until } from "./evidence.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, send, type Visit } from "./visitors.ts";

/** A full disk: a 503 that keeps the visitor's text, nothing half-written, and full recovery once there is space. */
export async function fillDisk(): Promise<string> {
  return withFolder(async (dataDir) => {
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", dataDir]).status !== 0) {
      return "!!! SKIPPED: only root can mount a tiny disk; the unit tests fill a database by its page limit";
    }
    try {
      const site = await startSite({ dataDir });
      const visits: Visit[] = [newVisit()];
      assert.equal(await send(site.baseUrl, visits[0] ?? newVisit()), 201);
      const ballast = join(dataDir, "ballast");
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 256 * 1024));

      let last = newVisit();
      for (let outcome: unknown = 201; outcome === 201; outcome = await send(site.baseUrl, last)) {
        last = newVisit();
        visits.push(last);
        assert.ok(visits.length < 500, "the disk gets full");
      }
      assert.equal(await send(site.baseUrl, last), 503);
      await assertFormKeepsText(site.baseUrl, last);
      // Health checks the disk every five seconds.
      await until("health tells", async () =>
        (await site.health()).problems.includes("storage-not-writable"),
      );
      const full = readSqlite(dataDir);
      assertNothingLost(full, visits);
      assert.equal(full.enquiries.length, visits.length - 1, "only what was confirmed is stored");

      rmSync(ballast);
      assert.equal(await send(site.baseUrl, last), 201);
      assertNothingLost(readSqlite(dataDir), visits);
      assert.equal(await site.stop(), 0);

      const room = statfsSync(dataDir);
      writeFileSync(ballast, Buffer.alloc(room.bavail * room.bsize));
      const again = await startSite({ dataDir });
      assert.equal((await fetch(`${again.baseUrl}/oferta`)).status, 200);
      visits.push(newVisit());
      assert.equal(await send(again.baseUrl, visits.at(-1) ?? last), 503);
      rmSync(ballast);
      await until("other processes reach the database again", () => isOpenToOthers(dataDir));
      await until("it is stored", async () => (await send(again.baseUrl, visits.at(-1) ?? last)) === 201);
      assertNothingLost(readSqlite(dataDir), visits);
      assert.equal(await again.stop(), 0);
      return `${visits.length - 2} stored, then 503 with the text kept, then stored again with room; pages after a start without room`;
    } finally {
      execFileSync("umount", ["--lazy", dataDir]);
    }
  });
}

async function isOpenToOthers(dataDir: string): Promise<boolean> {
  try {
    readSqlite(dataDir);
    return true;
  } catch {
    return false;
  }
}

async function assertFormKeepsText(baseUrl: string, { body }: Visit): Promise<void> {
  const response = await fetch(`${baseUrl}/kontakt`, { method: "POST", body: new URLSearchParams(body) });
  assert.equal(response.status, 503);
  const page = await response.text();
  assert.ok(page.includes(body.message), "the page has the typed text");
}

/** Another process locks the database for longer than the busy time-out. */
export async function lockDatabase(): Promise<string> {
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    const other = new DatabaseSync(join(dataDir, "enquiries.sqlite"));
    other.exec("begin immediate");
    const visit = newVisit();
    const sending = send(site.baseUrl, visit);
    const pageTimes = await timePages(site.baseUrl, 20);
    assert.equal(await sending, 503);
    other.exec("rollback");
    other.close();
    assert.equal(await send(site.baseUrl, visit), 201);
    assertNothingLost(readSqlite(dataDir), [visit]);
    assert.equal(await site.stop(), 0);
    return `503 after the wait, stored afterwards; meanwhile pages took ${Math.round(Math.max(...pageTimes))} ms at most`;
  });
}

async function timePages(baseUrl: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const start = performance.now();
    await (await fetch(`${baseUrl}/oferta`)).text();
    times.push(performance.now() - start);
  }
  return times;
}
