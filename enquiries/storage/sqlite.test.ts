import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestLog, makeTemporaryFolder } from "../testing/fixtures.ts";
import { type Database, explainDatabaseError, openDatabase, sqliteFile } from "./database.server.ts";
import { isDiskFull } from "./private-file.server.ts";
import { isBusy } from "./sqlite.server.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let database: Database;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  database = await open({ busyTimeoutMs: 30_000 });
});

const open = (patience: { busyTimeoutMs: number }) =>
  openDatabase({ dataDir: folder.path, log: createTestLog(), ...patience });

afterEach(async () => {
  await database.close();
  folder.remove();
});

const write = (name: string, detail = "", { db } = database) =>
  db
    .transaction()
    .execute((transaction) => transaction.insertInto("jobs").values({ name, ran_at: 1, detail }).execute());
const count = async () => (await database.db.selectFrom("jobs").selectAll().execute()).length;

test.each([
  ["journal_mode", "wal"],
  ["synchronous", 2],
  ["foreign_keys", 1],
  ["secure_delete", 1],
])("%s is %s", async (name, value) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db);
  expect(Object.values(rows[0] ?? {})).toEqual([value]);
});

test("nobody else on the machine can read the file", () => {
  expect(statSync(sqliteFile(folder.path)).mode & 0o077).toBe(0);
});

const writeAlone = (name: string) =>
  database.db.insertInto("jobs").values({ name, ran_at: 1, detail: "" }).execute();

test.each([
  ["a transaction", write],
  ["a single statement", writeAlone],
])(
  "%s waits for a lock that another process releases in time, and nothing else is blocked",
  async (_, write) => {
    const other = new DatabaseSync(sqliteFile(folder.path));
    other.exec("begin immediate");
    const writing = write("late");
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    await new Promise((resolve) => setTimeout(resolve, 150));
    other.exec("commit");
    await writing;
    clearInterval(ticking);
    other.close();
    expect(await count()).toBe(1);
    expect(ticks).toBeGreaterThan(0);
  },
);

test("a lock held for longer fails the write, and the next one works", async () => {
  const impatient = await open({ busyTimeoutMs: 100 });
  const other = new DatabaseSync(sqliteFile(folder.path));
  other.exec("begin immediate");
  await expect(write("refused", "", impatient)).rejects.toMatchObject({ errcode: 5 });
  expect(await count()).toBe(0);
  other.exec("rollback");
  other.close();
  await write("accepted", "", impatient);
  await impatient.close();
  expect(await count()).toBe(1);
});

test("a full disk fails the write with its own error, leaves nothing half-written, and works again with room", async () => {
  await write("before");
  const setMaxPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.db);
  await setMaxPages(1);
  const failing = database.db.transaction().execute(async (transaction) => {
    await transaction.insertInto("jobs").values({ name: "half", ran_at: 1, detail: "" }).execute();
    const detail = "x".repeat(1_000_000);
    await transaction.insertInto("jobs").values({ name: "too much", ran_at: 1, detail }).execute();
  });
  const full = 13;
  await expect(failing).rejects.toMatchObject({ errcode: full });
  expect(await count()).toBe(1);
  await setMaxPages(1_000_000);
  await write("after", "x".repeat(1_000_000));
  expect(await count()).toBe(2);
});

/** Undefined where this user may not mount. */
function mountSmallDisk(): string | undefined {
  const disk = makeTemporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.path]);
  onTestFinished(() => {
    if (mounted.status === 0) spawnSync("umount", [disk.path]);
    disk.remove();
  });
  return mounted.status === 0 ? disk.path : undefined;
}

test("on a full disk the database opens for one process alone; a new one says that there is no room", async (context) => {
  const dataDir = mountSmallDisk();
  if (dataDir === undefined) return context.skip();
  const options = { dataDir, log: createTestLog(), busyTimeoutMs: 100 };
  const fill = () =>
    expect(() => writeFileSync(join(dataDir, "filler"), Buffer.alloc(3_000_000))).toThrow("ENOSPC");
  await (await openDatabase(options)).close();
  fill();
  const alone = await openDatabase(options);
  const jobs = () => alone.db.selectFrom("jobs").selectAll().execute();
  expect(await jobs()).toEqual([]);
  const row = { name: "one", ran_at: 1, detail: "" };
  const failed = await alone.db.insertInto("jobs").values(row).execute().catch(isDiskFull);
  expect(failed).toBe(true);
  await expect(openDatabase(options)).rejects.toSatisfy(isBusy);
  rmSync(join(dataDir, "filler"));
  await alone.db.insertInto("jobs").values(row).execute();
  await alone.close();
  const shared = await openDatabase(options);
  const other = await openDatabase(options);
  expect(await other.db.selectFrom("jobs").selectAll().execute()).toEqual([row]);
  await shared.close();
  await other.close();

  rmSync(sqliteFile(dataDir));
  fill();
  const failure = await openDatabase(options).catch((error: unknown) => error);
  expect(explainDatabaseError(failure, { dataDir, databaseUrl: undefined })).toContain("nie ma miejsca");
});

/** Another process that is creating the tables. */
function startElsewhere() {
  const dataDir = join(folder.path, "first");
  mkdirSync(dataDir);
  const other = new DatabaseSync(sqliteFile(dataDir));
  other.exec("begin exclusive");
  return { dataDir, other };
}

test("the first start waits for another process that is creating the tables", async () => {
  const { dataDir, other } = startElsewhere();
  const opening = openDatabase({ dataDir, log: createTestLog() });
  await sleep(100);
  other.exec("commit");
  other.close();
  const late = await opening;
  expect(await late.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
  await late.close();
});

test("a lock that is never released fails the start after the busy time-out", async () => {
  const { dataDir, other } = startElsewhere();
  const opening = openDatabase({ dataDir, busyTimeoutMs: 100, log: createTestLog() });
  await expect(opening).rejects.toMatchObject({ errcode: 5 });
  other.close();
});
