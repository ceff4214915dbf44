import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs } from "../clock.ts";
import { purgeFiles } from "../retention.server.ts";
import { type Database, sqliteFile } from "../storage/database.server.ts";
import { anEnquiry } from "../testing/fixtures.ts";
import { erase, readErasures, recordErasure, repeatErasures } from "./erasures.server.ts";
import { keptDatabaseFile } from "./kept-databases.server.ts";
import { makeDataFolder } from "./testing/data-folder.ts";

let data: ReturnType<typeof makeDataFolder>;
let live: Database;
const person = { phone: anEnquiry.phone ?? "" };

beforeEach(async () => {
  data = makeDataFolder();
  live = await data.open();
});
afterEach(async () => {
  await live.close();
  data.remove();
});

const options = () => ({ dataDir: data.dataDir, now: data.clock.now(), related: false });
/** The files of the data folder in which the person's name can be read. */
const onDisk = () =>
  readdirSync(data.dataDir).filter((name) => readFileSync(join(data.dataDir, name)).includes(anEnquiry.name));

test("an erased person is gone from the database's files, not only from its tables", async () => {
  await data.accept(live, {});
  expect(onDisk()).toEqual(["enquiries.sqlite-wal"]);
  expect(await erase(live, person, options())).toEqual({
    erased: 1,
    left: [],
    logEmptied: true,
    unreadable: [],
  });
  expect(onDisk()).toEqual([]);
});

test("while another process reads the database its log keeps the text: that is reported, and the purge empties it", async () => {
  await data.accept(live, {});
  const reader = new DatabaseSync(sqliteFile(data.dataDir));
  reader.exec("begin");
  reader.prepare("select count(*) from enquiries").get();
  expect(await erase(live, person, options())).toMatchObject({ erased: 1, logEmptied: false });
  expect(onDisk()).not.toEqual([]);
  reader.close();
  await purgeFiles(live, { ...options(), retentionDays: 365 });
  expect(onDisk()).toEqual([]);
});

test("erasing waits for a reader that finishes soon", async () => {
  await data.accept(live, {});
  const reader = new DatabaseSync(sqliteFile(data.dataDir));
  reader.exec("begin");
  reader.prepare("select count(*) from enquiries").get();
  const erasing = erase(live, person, options());
  setTimeout(() => reader.close(), 100);
  expect(await erasing).toMatchObject({ logEmptied: true });
  expect(onDisk()).toEqual([]);
});

test("people are erased from replaced databases too, which are removed after a month", async () => {
  const now = new Date(data.clock.now());
  await data.accept(live, {});
  await live.close();
  // As a restore does.
  const keptAs = keptDatabaseFile(data.dataDir, now, "before-restore");
  copyFileSync(sqliteFile(data.dataDir), keptAs);
  live = await data.open();
  expect(onDisk()).toContain(keptAs.split("/").at(-1));
  expect(await erase(live, person, options())).toMatchObject({ erased: 1, unreadable: [] });
  expect(onDisk()).toEqual([]);

  const purgeAfter = (days: number) =>
    purgeFiles(live, { dataDir: data.dataDir, now: now.getTime() + days * dayMs, retentionDays: 365 });
  await purgeAfter(29);
  expect(existsSync(keptAs)).toBe(true);
  await purgeAfter(31);
  expect(existsSync(keptAs)).toBe(false);
});

test("an erasure that stops before the live database is done can be repeated, and has reached the replaced ones", async () => {
  await data.accept(live, {});
  await live.close();
  const keptAs = keptDatabaseFile(data.dataDir, new Date(data.clock.now()), "before-restore");
  copyFileSync(sqliteFile(data.dataDir), keptAs);
  live = await data.open();
  await sql`create trigger stop before delete on enquiries begin select raise(abort, 'stopped'); end`.execute(
    live.db,
  );
  await expect(erase(live, person, options())).rejects.toThrow("stopped");
  const kept = new DatabaseSync(keptAs);
  expect(kept.prepare("select reference from enquiries").all()).toEqual([]);
  kept.close();
  await sql`drop trigger stop`.execute(live.db);
  expect(await erase(live, person, options())).toMatchObject({ erased: 1 });
  expect(onDisk()).toEqual([]);
});

test.each(["restore", "upgrade"] as const)(
  "a broken database kept from before a %s is named",
  async (event) => {
    const broken = keptDatabaseFile(data.dataDir, new Date(data.clock.now()), `before-${event}`);
    writeFileSync(broken, "to nie jest baza");
    expect(await erase(live, person, options())).toMatchObject({ unreadable: [broken] });
  },
);

test("an erasure is remembered for as long as an older backup could hold anything", async () => {
  const erasures = () => JSON.parse(readFileSync(join(data.dataDir, "erasures.json"), "utf8"));
  const { now } = options();
  await recordErasure(live.db, { dataDir: data.dataDir, people: [person], now: now - 400 * dayMs });
  const people = [{ email: "ola@poczta.example" }];
  await recordErasure(live.db, { dataDir: data.dataDir, people, now: now - 300 * dayMs });
  expect(Object.keys(erasures()[0].erased)).toHaveLength(2);
  await purgeFiles(live, { dataDir: data.dataDir, now, retentionDays: 365 });
  expect(Object.values(erasures()[0].erased)).toEqual([now - 300 * dayMs]);
});

test("an erasure is remembered for as long as backups are kept, however short the retention is", async () => {
  const { now } = options();
  const stored = () => JSON.parse(readFileSync(join(data.dataDir, "erasures.json"), "utf8"))[0].erased;
  await recordErasure(live.db, { dataDir: data.dataDir, people: [person], now: now - 29 * dayMs });
  await purgeFiles(live, { dataDir: data.dataDir, now, retentionDays: 14 });
  expect(Object.values(stored())).toEqual([now - 29 * dayMs]);
});

test("people who are erased at the same moment are all remembered", async () => {
  const emails = Array.from({ length: 8 }, (_, index) => `osoba-${index}@poczta.example`);
  await Promise.all(emails.map((email) => erase(live, { email }, options())));
  const [{ erased }] = JSON.parse(readFileSync(join(data.dataDir, "erasures.json"), "utf8"));
  expect(Object.keys(erased)).toHaveLength(8);
});

test("erasures that an earlier version wrote still count", async () => {
  await data.accept(live, {});
  await recordErasure(live.db, { dataDir: data.dataDir, people: [person], now: options().now });
  const file = join(data.dataDir, "erasures.json");
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"))[0]));
  expect(await repeatErasures(live.db, await readErasures(data.dataDir))).toBe(1);
});
