import { readdirSync, readFileSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sqliteFile } from "../storage/database.server.ts";
import { createPrivateFile } from "../storage/private-file.server.ts";
import { backUpDatabase, copyDatabase, inspectDatabase } from "./database-file.server.ts";
import { makeDataFolder } from "./testing/data-folder.ts";

let data: ReturnType<typeof makeDataFolder>;

beforeEach(() => {
  data = makeDataFolder();
});
afterEach(() => data.remove());

test("a database backup made during writes is consistent: as many messages as its enquiries have", async () => {
  const live = await data.open();
  let writing = true;
  const burst = (async () => {
    for (let index = 0; writing; index += 1) {
      await data.accept(live, { message: `Wiadomość ${index}` });
      // SQLite is synchronous, so without this nothing else would get a turn.
      await new Promise(setImmediate);
    }
  })();
  for (let copy = 0; copy < 5; copy += 1) {
    const result = await backUpDatabase(data.dataDir, `${data.file}${copy}`);
    if (!result.ok) throw new Error(result.problem);
    using copied = new DatabaseSync(`${data.file}${copy}`, { readOnly: true });
    expect(copied.prepare("select count(*) as count from outbox").get()?.count).toBe(result.enquiries * 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  writing = false;
  await burst;
  await live.close();
});

test("a database backup is readable by its owner only, and never overwrites a file", async () => {
  await data.fill(1);
  await backUpDatabase(data.dataDir, data.file);
  expect(statSync(data.file).mode & 0o077).toBe(0);
  const before = readFileSync(data.file);
  expect(await backUpDatabase(data.dataDir, data.file)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("już istnieje"),
  });
  expect(readFileSync(data.file)).toEqual(before);
});

test("nobody else can read the backup at any moment: the file is private while it is empty and stays so", async () => {
  await data.fill(1);
  const umask = process.umask(0);
  await createPrivateFile(data.file);
  process.umask(umask);
  expect(statSync(data.file)).toMatchObject({ size: 0, mode: 0o100600 });
  copyDatabase(sqliteFile(data.dataDir), data.file);
  expect(statSync(data.file)).toMatchObject({ mode: 0o100600 });
  expect(inspectDatabase(data.file)).toMatchObject({ ok: true });
});

test("a failed database backup leaves nothing behind", async () => {
  await data.fill(1);
  const database = new DatabaseSync(sqliteFile(data.dataDir));
  database.exec("drop table kysely_migration");
  database.close();
  expect(await backUpDatabase(data.dataDir, data.file)).toMatchObject({ ok: false });
  expect(readdirSync(data.path)).toEqual(["data"]);
});

test("a missing file is reported", async () => {
  expect(await backUpDatabase(data.dataDir, data.file)).toMatchObject({
    ok: false,
    problem: expect.stringContaining(data.dataDir),
  });
});
