import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../enquiries/clock.ts";
import { createQueue } from "../../../enquiries/mail/queue.server.ts";
import { erase, recordErasure } from "../../../enquiries/owner/erasures.server.ts";
import { createHandling } from "../../../enquiries/owner/handling.server.ts";
import { leftBehindDatabases } from "../../../enquiries/owner/kept-databases.server.ts";
import { sqliteFile } from "../../../enquiries/storage/database.server.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";
import { startPostgres } from "../../../enquiries/testing/postgres.ts";
import { removeOldContents, replacedContents } from "../../../publishing/replace-content.ts";
import { otherDisk, temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { seededRandom } from "../../../tools/panel/testing/fill-demo.ts";
import { confirmRestore, restorePaths } from "./restore-journal.ts";
import { rehearseRestore, stageBackup } from "./stage-backup.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";
import { createTestSite, headingIn, type TestSite } from "./testing/test-site.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.stop());
let count = 0;

/** A database of its own in the one server. */
async function newDatabase(): Promise<string> {
  const client = new Client({ connectionString: postgres?.url });
  await client.connect();
  count += 1;
  await client.query(`create database site${count}`);
  await client.end();
  return (postgres?.url ?? "").replace(/[^/]*$/, `site${count}`);
}

const ola = { name: "Ola", email: "ola@poczta.example", phone: "+48600100300" };
const eva = { name: "Ewa", email: "ewa@poczta.example", phone: "+48600100400" };

async function addOpinion(
  { db }: { db: Kysely<Tables> },
  state: "shown" | "withdrawn",
  text: string | null,
): Promise<void> {
  const nothing = { reference: null, appointment: null, held_on: null, kind: null };
  const times = { created_at: 1, changed_at: 1 };
  await db
    .insertInto("opinions")
    .values({ id: "opinion", token_hash: "token", state, text, ...nothing, ...times })
    .execute();
}

/** A backup with two enquiries and a passkey, of another server. */
async function makeBackup(change: (site: TestSite) => Promise<void> = async () => {}) {
  const site = createTestSite();
  site.write("Kopia");
  const live = await site.open();
  await live.accept();
  await live.accept(ola);
  await live.addPasskey("Telefon");
  await live.close();
  await change(site);
  await site.backUp(site.file, site.ownContentDir);
  return site;
}

let plain: Promise<Buffer> | undefined;

/** One without changes, which is made once. */
async function plainBackup(): Promise<string> {
  plain ??= makeBackup().then(({ file }) => readFileSync(file));
  const file = join(temporaryFolder(), "kopia.tar");
  writeFileSync(file, await plain);
  return file;
}

const makeBackupWithOpinion = (text: string) =>
  makeBackup(async (source) => {
    const live = await source.open();
    await addOpinion(live, "shown", text);
    await live.close();
  });

const noon = Date.parse("2030-01-02T12:00+01:00");

/** A booked half an hour, with its link. */
async function addDate(
  db: Kysely<Tables>,
  { id, reference, startsAt }: { id: string; reference: string; startsAt: number },
): Promise<void> {
  const row = { id, reference, kind: "talk", state: "booked", minutes: 30, sequence: 0, undo: null } as const;
  const times = { local_start: "2030-01-02T12:00", starts_at: startsAt, ends_at: startsAt + 30 * minuteMs };
  await db
    .insertInto("appointments")
    .values({ ...row, ...times, place_until: null, remind_at: null, created_at: 1, changed_at: 1 })
    .execute();
  await db.insertInto("appointment_tokens").values({ token_hash: id, appointment: id }).execute();
}

describe.each(["SQLite", "PostgreSQL"] as const)("%s", (engine) => {
  if (engine === "PostgreSQL" && !postgres) return test.skip("is not on this machine");
  const start = async () =>
    createTestSite({ databaseUrl: engine === "PostgreSQL" ? await newDatabase() : undefined });

  test("P8.3 a restore brings enquiries, passkeys, content and what was published; what has arrived here stays", async () => {
    const file = await plainBackup();
    const site = await start();
    site.write("Próbka");
    const before = await site.open();
    await before.accept(eva);
    const session = await before.accounts.signInByLink(await before.accounts.links.create("setup"), {
      deviceName: "Telefon",
    });
    const { id = "" } = session?.session ?? {};
    const keys = { p256dh: "p", auth: "a" };
    await before.accounts.pushSubscriptions.save(
      { endpoint: "https://push.example/1", keys },
      { id, deviceName: "Telefon" },
    );
    await before.accounts.auditLog.write({ action: "exported", device: "Tablet" });
    site.clock.advance(hourMs);
    await before.close();
    const outcome = await site.restore(file);
    expect(outcome).toMatchObject({ kind: "restored", isPublished: true });
    expect(site.heading()).toBe("Kopia");
    expect(site.published).toEqual(["Kopia"]);
    const after = await site.open();
    expect(await after.names()).toEqual(["Ewa", "Ola", "Zażółć Gęślą"]);
    expect(await after.accounts.isSetUp()).toBe(true);
    const log = await after.accounts.auditLog.list({ limit: 5 });
    expect(log[0]).toMatchObject({ action: "copy-restored", device: "Telefon" });
    expect(log[1]).toMatchObject({ action: "exported", device: "Tablet" });
    // Who is signed in here stays so, and the phone gets its notifications.
    const sessions = await after.accounted.selectFrom("panel_sessions").select("id").execute();
    expect(sessions).toEqual([{ id }]);
    expect(await after.accounts.pushSubscriptions.list()).toMatchObject([{ sessionId: id, keys }]);
    await after.close();
    expect(existsSync(restorePaths(site.dataDir).folder)).toBe(false);
  });

  test("T20 a person who was erased before or after the backup, there or here, does not return", async () => {
    const { file } = await makeBackup(async (source) => {
      const live = await source.open();
      const erasure = { dataDir: source.dataDir, now: source.clock.now(), related: true };
      await live.accept(eva);
      await erase(live, { email: eva.email }, erasure);
      await live.close();
    });
    const site = await start();
    const live = await site.open();
    site.clock.advance(hourMs);
    await live.accept(eva);
    await erase(live, { email: ola.email }, { dataDir: site.dataDir, now: site.clock.now(), related: true });
    await live.close();
    expect(await site.restore(file)).toMatchObject({ database: { erasedAgain: 1 } });
    const after = await site.open();
    // What she has written since her erasure stays.
    expect(await after.names()).toEqual(["Ewa", "Zażółć Gęślą"]);
    await after.close();
    const erasures = readFileSync(join(site.dataDir, "erasures.json"), "utf8");
    expect(JSON.parse(erasures)).toHaveLength(2);
    for (const { name, email, phone } of [ola, eva])
      expect([name, email, phone].filter((text) => erasures.includes(text))).toEqual([]);
  });

  test("T20 C8.1 a forged backup brings no triggers, no address for alerts or backups and no invalid setting", async () => {
    const { file } = await makeBackup(async (source) => {
      const forged = {
        MAIL_TO: "zly@obcy.example",
        ALERT_WEBHOOK_URL: "https://obcy.example/",
        BACKUP_URL: "https://obcy.example/",
        MAIL_FROM: "nie adres",
      };
      await writeOwnerSettings(source.dataDir, { ...forged, ENQUIRY_RETENTION_DAYS: "180" });
      writeFileSync(
        join(source.dataDir, "settings.json"),
        JSON.stringify({ ...forged, ENQUIRY_RETENTION_DAYS: "180", SMTP_URL: "http://obcy.example" }),
      );
      const database = new DatabaseSync(sqliteFile(source.dataDir));
      database.exec(`create trigger late after insert on enquiries begin
        insert into passkeys select 'x' || new.reference, '', 0, '[]', 'Obcy', 'studio.example', 1, null; end`);
      database.close();
    });
    const site = await start();
    const staged = await stageBackup(createReadStream(file), site.dataDir, 1e9);
    expect(staged).toMatchObject({
      summary: {
        database: { enquiries: 2, passkeys: ["Telefon"] },
        settings: { kept: { ENQUIRY_RETENTION_DAYS: "180" } },
      },
    });
    await site.restore(file);
    expect(readOwnerSettings(site.dataDir)).toEqual({ ENQUIRY_RETENTION_DAYS: "180" });
    const after = await site.open();
    await after.accept(eva);
    const keys = await after.accounted.selectFrom("passkeys").select("name").execute();
    expect(keys).toEqual([{ name: "Telefon" }]);
    await after.close();
  });

  test("P8.3 dates come back with their links, the closed days and the calendars' addresses; a date given here since stays", async () => {
    const { file } = await makeBackup(async (source) => {
      const live = await source.open();
      const { reference } = await live.accept(eva);
      await addDate(live.db, { id: "backup-1", reference, startsAt: noon });
      await addDate(live.db, { id: "backup-2", reference, startsAt: noon + hourMs });
      const closed = { effect: "closed", day: "2030-01-02", time: null, kind: null, minutes: null } as const;
      await live.db
        .insertInto("slot_exceptions")
        .values({ id: "closed", ...closed })
        .execute();
      for (const [name, detail] of [
        ["calendar-feed", '{"hash":"old"}'],
        ["busy-calendars", "[]"],
        ["canary", "{}"],
      ] as const)
        await live.db.insertInto("jobs").values({ name, ran_at: 1, detail }).execute();
      await live.close();
    });
    const site = await start();
    const live = await site.open();
    const { reference } = await live.accept({ ...ola, email: "inna@poczta.example", phone: null });
    await addDate(live.db, { id: "here", reference, startsAt: noon + hourMs });
    await live.db.insertInto("jobs").values({ name: "calendar-feed", ran_at: 2, detail: "null" }).execute();
    await live.close();
    expect(await site.restore(file)).toMatchObject({ kind: "restored" });
    const after = await site.open();
    const dates = await after.db.selectFrom("appointments").select(["id", "state"]).orderBy("id").execute();
    expect(dates.map(({ id }) => id)).toEqual(["backup-1", "backup-2", "here"]);
    expect(dates[0]?.state).toBe("booked");
    // Two at one time: one has it, the other asks the trainer.
    expect([dates[1]?.state, dates[2]?.state].sort()).toEqual(["asked", "booked"]);
    const tokens = await after.db.selectFrom("appointment_tokens").select("token_hash").execute();
    expect(tokens.map(({ token_hash }) => token_hash).sort()).toEqual(["backup-1", "backup-2", "here"]);
    expect(await after.db.selectFrom("slot_exceptions").select("id").execute()).toEqual([{ id: "closed" }]);
    const jobs = await after.db.selectFrom("jobs").select(["name", "detail"]).orderBy("name").execute();
    expect(jobs).toEqual([
      { name: "busy-calendars", detail: "[]" },
      { name: "calendar-feed", detail: "null" },
    ]);
    await after.close();
  });

  test("T20 P8.3 C3.4 the date of somebody erased since the backup stays with whoever was given it here", async () => {
    const { file } = await makeBackup(async (source) => {
      const live = await source.open();
      const { reference } = await live.accept(eva);
      await addDate(live.db, { id: "erased", reference, startsAt: noon });
      await live.close();
    });
    const site = await start();
    const live = await site.open();
    site.clock.advance(hourMs);
    await erase(live, { email: eva.email }, { dataDir: site.dataDir, now: site.clock.now(), related: true });
    const { reference } = await live.accept({ ...ola, email: "inna@poczta.example", phone: null });
    await addDate(live.db, { id: "here", reference, startsAt: noon });
    await live.close();
    expect(await site.restore(file)).toMatchObject({ database: { erasedAgain: 1 } });
    const after = await site.open();
    const dates = await after.db.selectFrom("appointments").select(["id", "state"]).execute();
    expect(dates).toEqual([{ id: "here", state: "booked" }]);
    await after.close();
  });

  test("P8.3 C2.4 nobody is reminded again of what a reminder was sent since the backup", async () => {
    const site = await start();
    const open = async () => {
      const live = await site.open();
      return {
        live,
        inbox: createHandling({ database: live, ...site, mailHost: "a.example", onQueued() {} }),
      };
    };
    const before = await open();
    const { reference } = await before.live.accept(eva);
    await before.inbox.setReminder(reference, new Date(site.clock.now() + hourMs).toISOString());
    await before.live.close();
    site.write("Kopia");
    await site.backUp(site.file, site.ownContentDir);
    site.clock.advance(2 * hourMs);
    const since = await open();
    expect(await since.inbox.claimDueReminders()).toEqual([reference]);
    await since.live.close();
    await site.restore(site.file);
    const after = await open();
    expect(await after.inbox.claimDueReminders()).toEqual([]);
    await after.live.close();
  });

  test("P8.3 an enquiry that was sent again under the same key keeps no other from being taken over", async () => {
    const { file } = await makeBackup(async (source) => {
      const live = await source.open();
      await live.db.updateTable("enquiries").set({ key: "of the form" }).where("name", "=", "Ola").execute();
      await live.close();
    });
    const site = await start();
    const live = await site.open();
    await live.accept(ola);
    await live.db.updateTable("enquiries").set({ key: "of the form" }).execute();
    await live.accept(eva);
    await live.close();
    expect(await site.restore(file)).toMatchObject({ kind: "restored" });
    const after = await site.open();
    // PostgreSQL, where nothing goes that is there already, keeps both.
    const both = engine === "PostgreSQL" ? ["Ola", "Ola"] : ["Ola"];
    expect(await after.names()).toEqual(["Ewa", ...both, "Zażółć Gęślą"]);
    await after.close();
  });

  test("C6.3 numbers come back with a backup, and what was counted since stays", async () => {
    const row = { page: "/", source: "Google", count: 1 };
    const { file } = await makeBackup(async (source) => {
      const live = await source.open();
      await live.db
        .insertInto("visits")
        .values(["2026-11-01", "2026-11-02"].map((day) => ({ ...row, day, count: 3 })))
        .execute();
      await live.close();
    });
    const site = await start();
    const live = await site.open();
    await live.db
      .insertInto("visits")
      .values([
        { ...row, day: "2026-11-02", count: 5 },
        { ...row, day: "2026-11-03" },
      ])
      .execute();
    await live.close();
    await site.restore(file);
    const after = await site.open();
    const counts = await after.db.selectFrom("visits").select(["day", "count"]).orderBy("day").execute();
    expect(counts.map(({ day, count }) => `${day} ${count}`)).toEqual([
      "2026-11-01 3",
      "2026-11-02 5",
      "2026-11-03 1",
    ]);
    await after.close();
  });

  test("C5.3 an opinion withdrawn after the backup leaves no word in the restored database", async () => {
    const { file } = await makeBackupWithOpinion("Tłumaczy niespiesznie.");
    const site = await start();
    const live = await site.open();
    await addOpinion(live, "withdrawn", null);
    await recordErasure(live.db, { dataDir: site.dataDir, people: [{ opinion: "opinion" }], now: 1 });
    await live.close();
    await site.restore(file);
    const after = await site.open();
    const rows = await after.db.selectFrom("opinions").select(["state", "text"]).execute();
    expect(rows).toEqual([{ state: "withdrawn", text: null }]);
    await after.close();
    if (engine === "SQLite")
      expect(readFileSync(sqliteFile(site.dataDir)).includes("niespiesznie")).toBe(false);
  });

  test.runIf(engine === "SQLite")(
    "P8.3 opinions of a newer program that these tables cannot hold leave those of the backup, and visits, as they are",
    async () => {
      const { file } = await makeBackupWithOpinion("Tłumaczy niespiesznie.");
      const site = await start();
      const live = await site.open();
      await addOpinion(live, "shown", "Nowsze słowa.");
      await live.db
        .insertInto("visits")
        .values({ day: "2026-11-03", page: "/", source: "direct", count: 7 })
        .execute();
      await live.close();
      const newer = new DatabaseSync(sqliteFile(site.dataDir));
      newer.exec("pragma ignore_check_constraints = on; update opinions set state = 'of a newer program'");
      newer.close();
      await site.restore(file);
      const after = await site.open();
      expect(await after.db.selectFrom("opinions").select("text").execute()).toEqual([
        { text: "Tłumaczy niespiesznie." },
      ]);
      expect(await after.db.selectFrom("visits").select("count").execute()).toEqual([{ count: 7 }]);
      await after.close();
    },
  );

  test("P8.3 a restore that has ended is not repeated by the next start", async () => {
    const file = await plainBackup();
    const site = await start();
    site.write("Próbka");
    await site.restore(file);
    expect(await site.finish()).toBeUndefined();
    const after = await site.open();
    expect(await after.names()).toEqual(["Ola", "Zażółć Gęślą"]);
    await after.close();
  });
});

test.each([
  ["smtps://kontakt@poczta.example:465/?sendmail=true&path=/usr/bin/env", undefined],
  ["smtp://poczta.example?requireTLS=false", "smtp://poczta.example?requireTLS=false"],
])("T20 of a backup's mail server %s comes %s", async (smtpUrl, restored) => {
  const { file } = await makeBackup((source) =>
    writeOwnerSettings(source.dataDir, { SMTP_URL: smtpUrl, ENQUIRY_RETENTION_DAYS: "180" }),
  );
  const site = createTestSite();
  await site.restore(file);
  expect(readOwnerSettings(site.dataDir)).toEqual({
    ENQUIRY_RETENTION_DAYS: "180",
    ...(restored && { SMTP_URL: restored }),
  });
});

test.each([
  ["draft", "site.yaml"],
  ["draft", "photos"],
  ["published", "site.yaml"],
])(
  "T20 a forged backup with a folder for a file or a file for a folder, %s %s, is refused",
  async (part, name) => {
    const site = createTestSite();
    site.write("Kopia");
    const published = join(temporaryFolder(), "published");
    cpSync(site.ownContentDir, published, { recursive: true });
    const wrong = join(part === "draft" ? site.ownContentDir : published, name);
    rmSync(wrong, { recursive: true });
    if (name === "photos") writeFileSync(wrong, "");
    else {
      mkdirSync(wrong);
      writeFileSync(join(wrong, "x"), "");
    }
    await site.backUp(site.file, published);
    expect(await stageBackup(createReadStream(site.file), createTestSite().dataDir, 1e9)).toEqual({
      ok: false,
      problem: expect.stringContaining("uszkodzony"),
    });
  },
);

test("P8.3 a backup whose published content breaks a rule of a newer program is restored, for its owner to correct", async () => {
  const backedUp = await makeBackup();
  const published = join(temporaryFolder(), "published");
  cpSync(backedUp.ownContentDir, published, { recursive: true });
  appendFileSync(join(published, "oferta.yaml"), "fieldOfAnotherVersion: 1\n");
  await backedUp.backUp(backedUp.file, published);
  const target = createTestSite();
  const staged = await stageBackup(createReadStream(backedUp.file), target.dataDir, 1e9);
  expect(staged).toMatchObject({ ok: true, summary: { siteEmail: "ja@example.com", canPublish: false } });
  // The server's own backups are of what it publishes.
  expect(await rehearseRestore(createReadStream(backedUp.file), target.dataDir, 1e9)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("błędy"),
  });
  expect(await target.restore(backedUp.file)).toMatchObject({ kind: "restored", isPublished: true });
  expect(target.heading()).toBe("Kopia");
});

test("P8.3 PostgreSQL with an owner is left alone, and so is everything else", async () => {
  if (!postgres) return;
  const file = await plainBackup();
  const site = createTestSite({ databaseUrl: await newDatabase() });
  site.write("Własna");
  const live = await site.open();
  await live.addPasskey("Mój");
  await live.close();
  expect(await site.restore(file)).toEqual({ kind: "refused", problem: "Ten panel jest już w użyciu." });
  expect(site.heading()).toBe("Własna");
  const after = await site.open();
  expect(await after.names()).toEqual([]);
  await after.close();
});

test("P8.3 T20 a backup with a value that PostgreSQL refuses is refused, and changes nothing", async () => {
  if (!postgres) return;
  const { file } = await makeBackup(async (source) => {
    using database = new DatabaseSync(sqliteFile(source.dataDir));
    database.exec("update enquiries set received_at = 'wczoraj' where name = 'Ola'");
  });
  const site = createTestSite({ databaseUrl: await newDatabase() });
  site.write("Własna");
  expect(await site.restore(file)).toEqual({
    kind: "refused",
    problem: "Tej kopii nie udało się przywrócić (22P02).",
  });
  expect(site.heading()).toBe("Własna");
  const after = await site.open();
  expect(await after.names()).toEqual([]);
  expect(await after.accounts.isSetUp()).toBe(false);
  await after.close();
});

/** Applies a confirmed restore in a process of its own. */
function applyInChild({ config }: TestSite) {
  const program = `import { applyRestore } from ${JSON.stringify(join(import.meta.dirname, "apply-restore.ts"))};
    process.send("ready");
    await applyRestore(JSON.parse(process.argv[1]), new Date(0));
    process.disconnect();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, JSON.stringify(config)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return { child, ready: once(child, "message"), exited: once(child, "exit") };
}

const killSeed = 20_261_123;

test("P8.3 a restore into PostgreSQL that is killed at any moment is ended by the next start, once", async () => {
  if (!postgres) return;
  const random = seededRandom(killSeed);
  const file = await plainBackup();
  let lengthMs = 0;
  for (const kill of ["never", "once it is imported", 0, 1, 2, 3] as const) {
    const where = `seed ${killSeed}, kill ${kill}`;
    const databaseUrl = await newDatabase();
    const site = createTestSite({ databaseUrl });
    site.write("Próbka");
    const before = await site.open();
    await before.accept(eva);
    const marker = () =>
      before.accounted.selectFrom("journal").select("device").where("action", "=", "copy-restored").execute();
    const passkeys = () => before.accounted.selectFrom("passkeys").select("name").execute();
    expect(await stageBackup(createReadStream(file), site.dataDir, 1e9)).toMatchObject({ ok: true });
    await confirmRestore(site.dataDir, "Telefon", new Date(site.clock.now()));
    const { child, ready, exited } = applyInChild(site);
    await ready;
    const startedAt = performance.now();
    if (kill === "once it is imported") await expect.poll(marker, { interval: 1 }).toHaveLength(1);
    else if (kill !== "never") await Promise.race([sleep(random() * lengthMs), exited]);
    if (kill !== "never") child.kill("SIGKILL");
    await exited;
    if (kill === "never") lengthMs = performance.now() - startedAt;
    // Either nothing has come into the tables, or everything with the marker.
    // A commit that PostgreSQL received before the kill may end between the two.
    await expect
      .poll(async () => (await passkeys()).length - (await marker()).length, { message: where })
      .toBe(0);
    expect(await site.finish(), where).toMatchObject({ kind: "restored", database: { enquiries: 2 } });
    expect(await marker(), where).toEqual([{ device: "Telefon" }]);
    expect(await passkeys(), where).toEqual([{ name: "Telefon" }]);
    expect(await before.names(), where).toEqual(["Ewa", "Ola", "Zażółć Gęślą"]);
    expect(site.heading(), where).toBe("Kopia");
    expect(await site.finish(), where).toBeUndefined();
    await before.close();
  }
});

test("P2.8 P8.3 a restore keeps what the audit log has recorded since the backup, and the rest once", async () => {
  const site = createTestSite();
  site.write("Kopia");
  const record = async (device: string) => {
    const live = await site.open();
    site.clock.advance(hourMs);
    await live.accounts.auditLog.write({ action: "exported", device });
    await live.close();
  };
  await record("Telefon");
  await site.backUp();
  await record("Laptop");
  site.clock.advance(hourMs);
  await site.restore(site.file);
  const after = await site.open();
  const entries = (await after.accounts.auditLog.list({ limit: 9 })).map(({ action, device }) => [
    action,
    device,
  ]);
  expect(entries).toEqual([
    ["copy-restored", "Telefon"],
    ["exported", "Laptop"],
    ["exported", "Telefon"],
  ]);
  await after.close();
});

test.each([
  ["an owner", false],
  ["an owner and a damaged database", true],
])(
  "P8.3 T9 on a server with %s, passkeys and codes that were removed or used since the backup stay so",
  async (_with, isDamaged) => {
    const site = createTestSite();
    site.write("Kopia");
    const before = await site.open();
    for (const name of ["Telefon", "Laptop"]) await before.addPasskey(name);
    const codes = ["used", "unused"].map((code_hash) => ({ code_hash, created_at: 1 }));
    await before.accounted.insertInto("recovery_codes").values(codes).execute();
    await before.close();
    await site.backUp();
    const live = await site.open();
    await live.accounted.deleteFrom("passkeys").where("name", "=", "Telefon").execute();
    await live.accounted.updateTable("passkeys").set({ suspended_at: 2 }).execute();
    await live.addPasskey("Nowy telefon");
    await live.accounted
      .updateTable("recovery_codes")
      .set({ used_at: 2 })
      .where("code_hash", "=", "used")
      .execute();
    if (isDamaged) await live.db.schema.dropTable("slot_exceptions").execute();
    await live.close();
    expect(await site.restore(site.file)).toMatchObject({ kind: "restored" });
    const after = await site.open();
    const passkeys = after.accounted.selectFrom("passkeys").select(["name", "suspended_at"]).orderBy("name");
    expect(await passkeys.execute()).toEqual([
      { name: "Laptop", suspended_at: 2 },
      { name: "Nowy telefon", suspended_at: null },
    ]);
    const unused = after.accounted
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("used_at", "is", null);
    expect(await unused.execute()).toEqual([{ code_hash: "unused" }]);
    await after.close();
  },
);

/** Makes one time of a closed database too large. */
function enlargeTime(file: string, table: string): void {
  using database = new DatabaseSync(file);
  const time = table === "enquiries" ? "received_at" : "created_at";
  database.exec(`update ${table} set ${time} = ${2n ** 60n} where rowid = (select max(rowid) from ${table})`);
}

/** Overwrites the first leaf page of a closed database's table; `isHuge`: only what stands in it, so that its numbers become too large. */
function damage(file: string, table: string, isHuge = false): void {
  const leaf = "select min(pageno) as page from dbstat where name = ? and pagetype = 'leaf'";
  let page: number;
  {
    using database = new DatabaseSync(file);
    database.exec("pragma wal_checkpoint(truncate)");
    page = Number(database.prepare(leaf).get(table)?.page);
  }
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const start = (page - 1) * size;
  writeFileSync(
    file,
    isHuge ? bytes.fill(0xbf, start + 100, start + size) : bytes.fill(0, start, start + size),
  );
}

test.each([
  ["enquiries", 7, 15, 60, { name: "Nowy" }, 1],
  ["huge enquiries", 7, 15, 60, { name: "Nowy" }, 1],
  ["time of enquiries", 7, 15, 60, { name: "Nowy" }, 1],
  ["sqlite_autoindex_enquiries_1", 8, 17, 60, { name: "Nowy" }, 1],
  ["outbox", 8, 0, 60, { name: "Nowy" }, 1],
  ["time of outbox", 8, 16, 60, { name: "Nowy" }, 1],
  ["outbox_reference", 8, 17, 60, { name: "Nowy" }, 1],
  ["appointments", 8, 16, 6, { name: "Nowy" }, 1],
  ["time of appointments", 8, 17, 59, { name: "Nowy" }, 1],
  ["passkeys", 8, 17, 60, { name: "Telefon" }, 1],
  ["recovery_codes", 8, 17, 60, { name: "Nowy" }, 0],
])(
  "P8.3 T9 of a database damaged in %s, only what stands there stays behind, and the outcome says so",
  async (part, count, emails, dates, passkey, codes) => {
    const site = createTestSite();
    site.write("Kopia");
    const before = await site.open();
    await before.addPasskey("Telefon");
    const code = { code_hash: "code", created_at: 1 };
    await before.accounted.insertInto("recovery_codes").values(code).execute();
    await before.close();
    await site.backUp();
    const live = await site.open();
    await live.accounted.deleteFrom("passkeys").execute();
    await live.addPasskey("Nowy");
    for (let index = 0; index < 8; index += 1) await live.accept({ message: `${index}`.repeat(1500) });
    // Neither the first nor the last, which may be lost.
    const kept = live.db.selectFrom("enquiries").select("reference").where("message", "like", "6%");
    const { reference } = await kept.executeTakeFirstOrThrow();
    for (let index = 0; index < 60; index += 1)
      await addDate(live.db, { id: `date-${index}`, reference, startsAt: noon + index * hourMs });
    const message = await live.db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
    await live.db
      .insertInto("outbox")
      .values({ ...message, id: "invitation", message_id: "invitation", reference, appointment: "date-0" })
      .execute();
    await live.close();
    if (part.startsWith("time of ")) enlargeTime(sqliteFile(site.dataDir), part.slice(8));
    else damage(sqliteFile(site.dataDir), part.replace("huge ", ""), part.startsWith("huge "));

    expect(await site.restore(site.file)).toMatchObject({
      kind: "restored",
      database: { left: 0, isDamaged: true },
    });
    // It would bring everybody back with each upgrade.
    expect(leftBehindDatabases(site.dataDir)).toEqual([]);
    const after = await site.open();
    expect(await after.names()).toHaveLength(count);
    expect(await after.db.selectFrom("outbox").select("id").execute()).toHaveLength(emails);
    expect(await after.db.selectFrom("appointments").select("id").execute()).toHaveLength(dates);
    expect(await after.accounted.selectFrom("passkeys").select("name").execute()).toEqual([passkey]);
    expect(await after.accounted.selectFrom("recovery_codes").selectAll().execute()).toHaveLength(codes);
    await after.close();
  },
);

test("C5.3 P8.3 a withdrawn opinion stays withdrawn although another one's enquiry cannot be read", async () => {
  const site = createTestSite();
  site.write("Kopia");
  const before = await site.open();
  await addOpinion(before, "shown", "Stare słowa");
  await before.close();
  await site.backUp();
  const live = await site.open();
  await live.db.updateTable("opinions").set({ state: "withdrawn", text: null }).execute();
  for (let index = 0; index < 8; index += 1) await live.accept({ message: `${index}`.repeat(1500) });
  for (const { reference } of await live.db.selectFrom("enquiries").select("reference").execute()) {
    const ids = { id: reference, token_hash: reference, reference, appointment: null };
    const about = { state: "sent", text: "Nowe słowa", held_on: null, kind: null } as const;
    await live.db
      .insertInto("opinions")
      .values({ ...ids, ...about, created_at: 1, changed_at: 1 })
      .execute();
  }
  await live.close();
  damage(sqliteFile(site.dataDir), "enquiries");
  await site.restore(site.file);
  const after = await site.open();
  const opinions = await after.db.selectFrom("opinions").select(["id", "state", "text"]).execute();
  expect(opinions).toHaveLength(8);
  expect(opinions).toContainEqual({ id: "opinion", state: "withdrawn", text: null });
  await after.close();
});

test("P8.3 the replaced content goes after 30 days", async () => {
  const file = await plainBackup();
  const site = createTestSite();
  site.write("Własna");
  await site.restore(file);
  const kept = () => replacedContents(site.ownContentDir);
  await removeOldContents(site.ownContentDir, site.clock.now() + 28 * dayMs);
  expect(kept()).toHaveLength(1);
  await removeOldContents(site.ownContentDir, site.clock.now() + 30 * dayMs);
  expect(kept()).toEqual([]);
});

test("P8.3 the replaced database and content are kept, readable by their owner only", async () => {
  const file = await plainBackup();
  const site = createTestSite();
  site.write("Własna");
  const live = await site.open();
  await live.accept(eva);
  await live.addPasskey("Mój");
  await live.close();
  const outcome = await site.restore(file);
  if (outcome?.kind !== "restored") throw new Error("refused");
  const { databaseKeptAs = "", contentKeptAs = "" } = outcome;
  expect(headingIn(contentKeptAs)).toBe("Własna");
  using kept = new DatabaseSync(databaseKeptAs, { readOnly: true });
  expect(kept.prepare("select name from enquiries").all()).toMatchObject([{ name: "Ewa" }]);
  expect(statSync(databaseKeptAs).mode & 0o077).toBe(0);
  expect(statSync(sqliteFile(site.dataDir)).mode & 0o077).toBe(0);
});

test("P8.3 restore drill: everything is there again after the loss of everything", async () => {
  const site = createTestSite();
  site.write("Kopia");
  const live = await site.open();
  for (let index = 0; index < 5; index += 1) await live.accept({ message: `Wiadomość ${index}` });
  await site.backUp();
  await live.close();
  writeFileSync(sqliteFile(site.dataDir), "to nie jest baza");
  rmSync(site.ownContentDir, { recursive: true });
  expect(await site.restore(site.file)).toMatchObject({ database: { enquiries: 5, undecided: 10 } });
  const after = await site.open();
  expect(await after.names()).toHaveLength(5);
  const queue = createQueue({ database: after, clock: site.clock, random: () => 1 });
  // It is unknown whether they were sent, so none is sent twice.
  expect(await queue.claim(20)).toEqual([]);
  await after.close();
});

test("P8.3 e-mails that have been sent since the backup are not sent again, and those that still wait are sent", async () => {
  const site = createTestSite();
  site.write("Kopia");
  const live = await site.open();
  await live.accept();
  await site.backUp();
  const queue = createQueue({ database: live, clock: site.clock, random: () => 1 });
  const [first] = await queue.claim(1);
  if (!first) throw new Error("nothing waits");
  await queue.settle(first, { kind: "sent" });
  await live.close();
  expect(await site.restore(site.file)).toMatchObject({ database: { undecided: 0 } });
  const after = await site.open();
  const due = await createQueue({ database: after, clock: site.clock, random: () => 1 }).claim(10);
  expect(due.map(({ id }) => id)).not.toContain(first.id);
  expect(due).toHaveLength(1);
  await after.close();
});

test("P8.3 while another program has the database open nothing is restored", async () => {
  const file = await plainBackup();
  const site = createTestSite();
  site.write("Własna");
  const live = await site.open();
  await live.accept(eva);
  expect(await site.restore(file)).toMatchObject({
    kind: "refused",
    problem: expect.stringContaining("otwarta"),
  });
  expect(site.heading()).toBe("Własna");
  expect(await live.names()).toEqual(["Ewa"]);
  await live.close();
});

test.skipIf(!otherDisk)("P8.3 content on another disk is restored, too", async () => {
  const file = await plainBackup();
  const folder = mkdtempSync(join(otherDisk ?? "", "content-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const site = createTestSite({ contentDir: join(folder, "content") });
  expect(statSync(folder).dev).not.toBe(statSync(site.dataDir).dev);
  site.write("Własna");
  expect(await site.restore(file)).toMatchObject({ kind: "restored", isPublished: true });
  expect(site.heading()).toBe("Kopia");
  expect(readdirSync(folder).sort()).toEqual(["content", expect.stringMatching(/^content\.before-/)]);
});

test("P8.3 a backup for which there is no room is refused, and nothing of it stays", async () => {
  const file = await plainBackup();
  const site = createTestSite();
  site.write("Własna");
  const live = await site.open();
  await live.accept(eva);
  await live.close();
  expect(await stageBackup(createReadStream(file), site.dataDir, 1000)).toMatchObject({ ok: false });
  expect(existsSync(restorePaths(site.dataDir).folder)).toBe(false);
});

test("P8.3 a backup that was swept before the owner confirmed it is refused", async () => {
  const file = await plainBackup();
  const site = createTestSite();
  expect(await stageBackup(createReadStream(file), site.dataDir, 1e9)).toMatchObject({ ok: true });
  await sweepLeftovers({ ...site.config, cacheDir: "none" }, Date.now() + 2 * hourMs);
  await confirmRestore(site.dataDir, "Telefon", new Date(site.clock.now()));
  expect(await site.finish()).toMatchObject({ kind: "refused" });
});
