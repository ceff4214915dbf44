import { copyFileSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs } from "../clock.ts";
import { purgeFiles } from "../retention.server.ts";
import { type Database, sqliteFile } from "../storage/database.server.ts";
import { erase } from "./erasures.server.ts";
import { keptDatabaseFile, leftBehindDatabases, reclaimEnquiries } from "./kept-databases.server.ts";
import { makeDataFolder, referencesIn } from "./testing/data-folder.ts";

let data: ReturnType<typeof makeDataFolder>;
let now: Date;
let oldCopy: string;

/** A program before the upgrade with one enquiry, of which the upgrade has made a copy. */
beforeEach(async () => {
  data = makeDataFolder();
  now = new Date(data.clock.now());
  await data.fill(1);
  oldCopy = data.file;
  copyFileSync(sqliteFile(data.dataDir), oldCopy);
});
afterEach(() => data.remove());

/** What a newer program's migration does: a column of its own, and any state. */
function migrateFurther(file: string): void {
  using database = new DatabaseSync(file, { defensive: false });
  database.exec(`alter table enquiries add column added_later text default 'new here';
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'check (state in (', 'check (state not in (')`);
}

/** A newer program takes enquiries until its upgrade is taken back: the restore of the copy sets its database aside. */
async function failUpgrade(whileNewer: (database: Database) => Promise<unknown>): Promise<void> {
  const newer = await data.open();
  await whileNewer(newer);
  await newer.close();
  copyFileSync(sqliteFile(data.dataDir), keptDatabaseFile(data.dataDir, now, "left-behind"));
  migrateFurther(keptDatabaseFile(data.dataDir, now, "left-behind"));
  copyFileSync(oldCopy, sqliteFile(data.dataDir));
}

const changeLeft = (sql: string) => {
  using database = new DatabaseSync(keptDatabaseFile(data.dataDir, now, "left-behind"), {
    enableForeignKeyConstraints: false,
  });
  database.exec(sql);
};

const messagesIn = async ({ db }: Database) =>
  (await db.selectFrom("enquiries").select("message").orderBy("message").execute()).map(
    ({ message }) => message,
  );

test("enquiries of an upgrade that was taken back come into the older tables, with their notes and e-mails", async () => {
  await failUpgrade((newer) => data.accept(newer, { message: "W czasie aktualizacji" }));
  changeLeft(
    "insert into notes select 'n1', reference, 'Oddzwonić', 1 from enquiries where message like 'W czasie%'",
  );
  changeLeft(
    "update enquiries set digest_id = 'of a digest that stayed behind' where message like 'W czasie%'",
  );

  expect(await reclaimEnquiries(data.dataDir)).toEqual([]);
  expect(leftBehindDatabases(data.dataDir)).toEqual([]);
  const live = await data.open();
  expect(await messagesIn(live)).toEqual(["W czasie aktualizacji", "Wiadomość 0"]);
  const { db } = live;
  const { reference, digest_id } = await db
    .selectFrom("enquiries")
    .select(["reference", "digest_id"])
    .where("message", "=", "W czasie aktualizacji")
    .executeTakeFirstOrThrow();
  expect(digest_id).toBeNull();
  expect(await db.selectFrom("notes").select("text").where("reference", "=", reference).execute()).toEqual([
    { text: "Oddzwonić" },
  ]);
  const mail = db.selectFrom("outbox").select(["kind", "status"]).where("reference", "=", reference);
  expect(await mail.orderBy("kind").execute()).toEqual([
    { kind: "trainer", status: "waiting" },
    { kind: "visitor", status: "waiting" },
  ]);
  await live.close();
});

test("what the older tables cannot hold stays aside, past the month of other kept databases, until a later upgrade can", async () => {
  await failUpgrade(async (newer) => {
    await data.accept(newer, { message: "Zwykłe" });
    await data.accept(newer, { message: "Nieznane" });
  });
  changeLeft("update enquiries set state = 'of-a-newer-program' where message = 'Nieznane'");

  expect(await reclaimEnquiries(data.dataDir)).toMatchObject([
    { message: "Nieznane", added_later: "new here" },
  ]);
  let live = await data.open();
  expect(await messagesIn(live)).toEqual(["Wiadomość 0", "Zwykłe"]);
  await purgeFiles(live, { dataDir: data.dataDir, now: now.getTime() + 40 * dayMs, retentionDays: 365 });
  await live.close();
  expect(await reclaimEnquiries(data.dataDir)).toHaveLength(1);
  expect(leftBehindDatabases(data.dataDir)).toEqual([keptDatabaseFile(data.dataDir, now, "left-behind")]);

  migrateFurther(sqliteFile(data.dataDir));
  expect(await reclaimEnquiries(data.dataDir)).toEqual([]);
  expect(leftBehindDatabases(data.dataDir)).toEqual([]);
  live = await data.open();
  expect(await messagesIn(live)).toEqual(["Nieznane", "Wiadomość 0", "Zwykłe"]);
  await live.close();
});

test("an enquiry that its visitor sent again meanwhile is not taken twice", async () => {
  await failUpgrade((newer) => data.accept(newer, { message: "Raz" }));
  changeLeft("update enquiries set key = 'of the form' where message = 'Raz'");
  const live = await data.open();
  await data.accept(live, { message: "Raz" });
  await live.db.updateTable("enquiries").set({ key: "of the form" }).where("message", "=", "Raz").execute();
  const stored = await referencesIn(live);
  expect(await reclaimEnquiries(data.dataDir)).toEqual([]);
  expect(await referencesIn(live)).toEqual(stored);
  await live.close();
});

test("an erasure reaches a database that was left behind", async () => {
  await failUpgrade((newer) => data.accept(newer, { email: "ola@poczta.example" }));
  const live = await data.open();
  const options = { dataDir: data.dataDir, now: now.getTime(), related: false };
  await erase(live, { email: "ola@poczta.example" }, options);
  expect(await reclaimEnquiries(data.dataDir)).toEqual([]);
  expect(await messagesIn(live)).toEqual(["Wiadomość 0"]);
  await live.close();
  expect(existsSync(keptDatabaseFile(data.dataDir, now, "left-behind"))).toBe(false);
});
