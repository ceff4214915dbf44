import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs } from "../clock.ts";
import { createQueue } from "../mail/queue.server.ts";
import { type Database, sqliteFile } from "../storage/database.server.ts";
import { anEnquiry } from "../testing/fixtures.ts";
import { backUpDatabase } from "./database-backup.server.ts";
import { erase } from "./erasures.server.ts";
import { restoreDatabase } from "./restore-database.server.ts";
import { makeDataFolder, referencesIn } from "./testing/data-folder.ts";

let data: ReturnType<typeof makeDataFolder>;
let dataDir: string;
let file: string;
const now = new Date("2026-11-22T10:00:00Z");
const keptName = "enquiries-before-restore-2026-11-22T10-00-00-000Z.sqlite";

beforeEach(() => {
  data = makeDataFolder();
  ({ dataDir, file } = data);
});
afterEach(() => data.remove());

const queueOf = (database: Database) => createQueue({ database, clock: data.clock, random: () => 1 });
const mailIn = ({ db }: Database) =>
  db.selectFrom("outbox").select(["kind", "status", "last_fault"]).orderBy("kind").execute();

function exec(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test("restore drill: what was backed up while the site ran is there again after the loss of everything", async () => {
  const live = await data.open();
  for (let index = 0; index < 5; index += 1) await data.accept(live, { message: `Wiadomość ${index}` });
  const stored = await referencesIn(live);
  expect(await backUpDatabase(dataDir, file)).toEqual({ ok: true, contents: { enquiries: 5, messages: 10 } });
  await data.accept(live, { message: "Po kopii" });
  await live.close();
  for (const name of readdirSync(dataDir)) truncateSync(join(dataDir, name), 0);
  writeFileSync(sqliteFile(dataDir), "to nie jest baza");

  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({
    ok: true,
    contents: { enquiries: 5, messages: 10 },
    keptAs: join(dataDir, keptName),
  });
  expect(readFileSync(join(dataDir, keptName), "utf8")).toBe("to nie jest baza");
  expect(readdirSync(dataDir).sort()).toEqual([keptName, "enquiries.sqlite"]);
  const again = await data.open();
  expect(await referencesIn(again)).toEqual(stored);
  expect((await data.accept(again, { message: "Po przywróceniu" })).isNew).toBe(true);
  await again.close();
});

test("the previous database is kept complete, readable by its owner only", async () => {
  await data.fill(2);
  await backUpDatabase(dataDir, file);
  const later = await data.fill(4);
  const keptAs = join(dataDir, keptName);
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({ ok: true, keptAs });
  const kept = new DatabaseSync(keptAs);
  const rows = kept.prepare("select reference from enquiries order by reference").all();
  kept.close();
  expect(rows.map(({ reference }) => reference)).toEqual(later);
  for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
});

test("a restore that cannot be finished leaves the database as it was", async () => {
  await data.fill(2);
  await backUpDatabase(dataDir, file);
  const live = await data.fill(3);
  // The kept database's path is already taken, so writing it fails as on a full disk.
  mkdirSync(join(dataDir, `${keptName}.unfinished`, "zajęte"), { recursive: true });
  await expect(restoreDatabase(dataDir, file, now)).rejects.toThrow();
  const database = await data.open();
  expect(await referencesIn(database)).toEqual(live);
  await database.close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith("restoring-"))).toEqual([]);
});

test.each([
  ["by its own name", () => sqliteFile(dataDir)],
  [
    "by another name",
    () => {
      linkSync(sqliteFile(dataDir), file);
      return file;
    },
  ],
])("the live database is not restored onto itself, given %s", async (_, nameIt) => {
  const stored = await data.fill(2);
  expect(await restoreDatabase(dataDir, nameIt(), now)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("Podaj plik kopii"),
  });
  expect(readdirSync(dataDir)).toEqual(["enquiries.sqlite"]);
  const database = await data.open();
  expect(await referencesIn(database)).toEqual(stored);
  await database.close();
});

test("while the site runs nothing is restored", async () => {
  await data.fill(1);
  await backUpDatabase(dataDir, file);
  const live = await data.open();
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("Zatrzymaj stronę"),
  });
  expect((await data.accept(live, { message: "Nadal działa" })).isNew).toBe(true);
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
  const stored = await data.fill(50);
  await backUpDatabase(dataDir, file);
  spoil(file);
  const before = readFileSync(sqliteFile(dataDir));
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({
    ok: false,
    problem: expect.stringContaining(file),
  });
  expect(readFileSync(sqliteFile(dataDir))).toEqual(before);
  expect(stored).toHaveLength(50);
});

test("a folder in place of a backup is refused", async () => {
  await data.fill(1);
  expect(await restoreDatabase(dataDir, dataDir, now)).toMatchObject({ ok: false });
});

test("a backup can be restored on a new machine", async () => {
  const stored = await data.fill(3);
  await backUpDatabase(dataDir, file);
  const elsewhere = join(data.path, "nowa");
  expect(await restoreDatabase(elsewhere, file, now)).toEqual({
    ok: true,
    contents: { enquiries: 3, messages: 6 },
    erasedAgain: 0,
    undecided: 6,
  });
  const copied = new DatabaseSync(sqliteFile(elsewhere));
  expect(copied.prepare("select reference from enquiries order by reference").all()).toMatchObject(
    stored.map((reference) => ({ reference })),
  );
  copied.close();
});

test("a missing file is reported", async () => {
  expect(await restoreDatabase(dataDir, file, now)).toEqual({ ok: false, problem: `Nie ma pliku ${file}.` });
  expect(existsSync(dataDir)).toBe(false);
});

test("a person who was erased after the backup stays erased, and what they sent later stays", async () => {
  const live = await data.open();
  await data.accept(live, { name: "Ala" });
  const other = await data.accept(live, { name: "Ola", email: "ola@poczta.example", phone: null });
  await backUpDatabase(dataDir, file);
  data.clock.advance(hourMs);
  const erasure = { dataDir, now: data.clock.now(), related: true };
  expect(await erase(live, { email: anEnquiry.email ?? "" }, erasure)).toMatchObject({ erased: 1 });
  data.clock.advance(hourMs);
  const later = await data.accept(live, { name: "Ala", message: "Jednak piszę jeszcze raz" });
  const laterFile = join(data.path, "późniejsza.sqlite");
  await backUpDatabase(dataDir, laterFile);
  await live.close();

  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({
    ok: true,
    contents: { enquiries: 1 },
    erasedAgain: 1,
  });
  const restored = await data.open();
  expect(await referencesIn(restored)).toEqual([other.reference]);
  expect(new Set((await mailIn(restored)).map(({ kind }) => kind))).toEqual(new Set(["trainer", "visitor"]));
  await restored.close();
  expect(readFileSync(sqliteFile(dataDir)).includes("Ala")).toBe(false);
  expect(readFileSync(join(dataDir, "erasures.json"), "utf8")).not.toMatch(/zazolc|600100200/);

  expect(await restoreDatabase(dataDir, laterFile, new Date(now.getTime() + dayMs))).toMatchObject({
    erasedAgain: 0,
  });
  const again = await data.open();
  expect((await referencesIn(again)).sort()).toEqual([other.reference, later.reference].sort());
  await again.close();
});

test("mail that has been sent since the backup is not sent again, and mail that still waits is sent", async () => {
  const live = await data.open();
  await data.accept(live, {});
  await backUpDatabase(dataDir, file);
  const [first] = await queueOf(live).claim(1);
  if (!first) throw new Error("nothing waits");
  await queueOf(live).settle(first, { kind: "sent" });
  await live.close();
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({ ok: true, undecided: 0 });
  const restored = await data.open();
  const due = await queueOf(restored).claim(10);
  expect(due).toHaveLength(1);
  expect(due[0]?.id).not.toBe(first.id);
  await restored.close();
});

test("mail that may or may not have been sent waits for the owner's decision", async () => {
  const live = await data.open();
  await data.accept(live, {});
  await backUpDatabase(dataDir, file);
  await live.close();
  writeFileSync(sqliteFile(dataDir), "zepsuta");
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({ ok: true, undecided: 2 });
  const restored = await data.open();
  expect(await queueOf(restored).claim(10)).toEqual([]);
  expect(await mailIn(restored)).toEqual([
    { kind: "trainer", status: "dead", last_fault: "restored" },
    { kind: "visitor", status: "dead", last_fault: "restored" },
  ]);
  await restored.close();
});

test("a database file copied together with its log is restored with the contents of the log", async () => {
  const live = await data.open();
  const { reference } = await data.accept(live, {});
  for (const suffix of ["", "-wal"]) copyFileSync(sqliteFile(dataDir) + suffix, file + suffix);
  await live.close();
  expect(await restoreDatabase(dataDir, file, now)).toMatchObject({ ok: true, contents: { enquiries: 1 } });
  const restored = await data.open();
  expect(await referencesIn(restored)).toEqual([reference]);
  await restored.close();
});
