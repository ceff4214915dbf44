import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createIntake } from "../intake.server.ts";
import { type Database, openDatabase, sqliteFile } from "../storage/database.server.ts";
import { anEnquiry, createTestClock, createTestLog, makeTemporaryFolder } from "../testing/fixtures.ts";
import { backUp, restore } from "./backup.server.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let dataDir: string;
let file: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
  dataDir = join(folder.path, "data");
  file = join(folder.path, "kopia.sqlite");
});
afterEach(() => folder.remove());

const open = () => openDatabase({ dataDir, log: createTestLog() });
const references = async ({ db }: Database) =>
  (await db.selectFrom("enquiries").select("reference").orderBy("reference").execute()).map(
    (row) => row.reference,
  );

function accept(database: Database, message: string) {
  const intake = createIntake({ database, clock: createTestClock(), randomBytes, mailHost: "x.example" });
  return intake.accept({ enquiry: { ...anEnquiry, message }, key: undefined, reasons: [], canary: false });
}

async function fill(count: number): Promise<string[]> {
  const database = await open();
  for (let index = 0; index < count; index += 1) await accept(database, `Wiadomość ${index}`);
  const stored = await references(database);
  await database.close();
  return stored;
}

test("restore drill: what was backed up while the site ran is there again after the loss of everything", async () => {
  const live = await open();
  for (let index = 0; index < 5; index += 1) await accept(live, `Wiadomość ${index}`);
  const stored = await references(live);
  expect(await backUp(dataDir, file)).toEqual({ ok: true, contents: { enquiries: 5, messages: 10 } });
  await accept(live, "Po kopii");
  await live.close();
  for (const name of readdirSync(dataDir)) truncateSync(join(dataDir, name), 0);
  writeFileSync(sqliteFile(dataDir), "to nie jest baza");

  const restored = await restore(dataDir, file, "teraz");
  expect(restored).toMatchObject({ ok: true, contents: { enquiries: 5, messages: 10 } });
  expect(readFileSync(join(dataDir, "enquiries-before-restore-teraz.sqlite"), "utf8")).toBe(
    "to nie jest baza",
  );
  const again = await open();
  expect(await references(again)).toEqual(stored);
  expect((await accept(again, "Po przywróceniu")).isNew).toBe(true);
  await again.close();
});

test("a copy made in the middle of writing is whole: as many messages as its enquiries have", async () => {
  const live = await open();
  let writing = true;
  const burst = (async () => {
    for (let index = 0; writing; index += 1) {
      await accept(live, `Wiadomość ${index}`);
      // SQLite answers without any waiting, so without this nothing else would ever have its turn.
      await new Promise(setImmediate);
    }
  })();
  for (let copy = 0; copy < 5; copy += 1) {
    const result = await backUp(dataDir, `${file}${copy}`);
    if (!result.ok) throw new Error(result.problem);
    expect(result.contents.messages).toBe(result.contents.enquiries * 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  writing = false;
  await burst;
  await live.close();
});

test("a copy is for its owner only, and never written over another", async () => {
  await fill(1);
  await backUp(dataDir, file);
  expect(statSync(file).mode & 0o077).toBe(0);
  const before = readFileSync(file);
  expect(await backUp(dataDir, file)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("już istnieje"),
  });
  expect(readFileSync(file)).toEqual(before);
});

test("the database that was there is kept, with everything in it", async () => {
  await fill(2);
  await backUp(dataDir, file);
  const later = await fill(4);
  const restored = await restore(dataDir, file, "teraz");
  const keptAs = join(dataDir, "enquiries-before-restore-teraz.sqlite");
  expect(restored).toMatchObject({ ok: true, keptAs });
  const kept = new DatabaseSync(keptAs);
  const rows = kept.prepare("select reference from enquiries order by reference").all();
  kept.close();
  expect(rows.map(({ reference }) => reference)).toEqual(later);
});

test("while the site runs nothing is restored", async () => {
  await fill(1);
  await backUp(dataDir, file);
  const live = await open();
  expect(await restore(dataDir, file, "teraz")).toMatchObject({
    ok: false,
    problem: expect.stringContaining("Zatrzymaj stronę"),
  });
  expect((await accept(live, "Nadal działa")).isNew).toBe(true);
  await live.close();
  expect(readdirSync(dataDir)).toEqual(["enquiries.sqlite"]);
});

test.each([
  ["cut short", (path: string) => truncateSync(path, statSync(path).size / 2)],
  ["of something else", (path: string) => writeFileSync(path, "zdjęcie")],
  [
    "of a newer version",
    (path: string) => exec(path, "insert into kysely_migration values ('9999-x', '2030-01-01')"),
  ],
  ["of another program", (path: string) => exec(path, "drop table kysely_migration")],
])("a file %s is refused and the database stays", async (_, spoil) => {
  const stored = await fill(50);
  await backUp(dataDir, file);
  spoil(file);
  const before = readFileSync(sqliteFile(dataDir));
  expect(await restore(dataDir, file, "teraz")).toMatchObject({
    ok: false,
    problem: expect.stringContaining(file),
  });
  expect(readFileSync(sqliteFile(dataDir))).toEqual(before);
  expect(stored).toHaveLength(50);
});

function exec(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test("a machine that never had the site takes a backup too", async () => {
  const stored = await fill(3);
  await backUp(dataDir, file);
  dataDir = join(folder.path, "nowa");
  expect(await restore(dataDir, file, "teraz")).toEqual({
    ok: true,
    contents: { enquiries: 3, messages: 6 },
  });
  const database = await open();
  expect(await references(database)).toEqual(stored);
  await database.close();
});

test("what is not there is said", async () => {
  expect(await backUp(dataDir, file)).toMatchObject({ ok: false, problem: expect.stringContaining(dataDir) });
  expect(await restore(dataDir, file, "teraz")).toEqual({ ok: false, problem: `Nie ma pliku ${file}.` });
  expect(existsSync(dataDir)).toBe(false);
});
