import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import { startDailyBackups } from "../../../process/daily-backups.ts";
import { prepareReplacement, replacedContentDir } from "../../../publishing/replace-content.ts";
import { hasSameFiles } from "../../../publishing/testing/has-same-files.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { whileReplaced } from "../../../publishing/testing/while-replaced.ts";
import { createLogger } from "../../../server/logger.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { createSettings } from "../../../server/settings.ts";
import { configOf } from "../../../server/testing/config-of.ts";
import { readArchive, unpackArchive } from "./backup-archive.ts";
import { createBackups } from "./backups.ts";
import { stageBackup } from "./stage-backup.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";
import { writeFullBackup } from "./write-full-backup.ts";

async function setUp() {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const database = await openDatabase({ dataDir, log: { info() {}, warn() {}, error() {} } });
  const contentDir = join(dataDir, "content");
  mkdirSync(join(contentDir, "photos"), { recursive: true });
  writeFileSync(join(contentDir, "site.yaml"), "name: Szkic\n");
  writeFileSync(join(contentDir, "photos/sala.jpg"), randomBytes(300_000));
  const publishedDir = join(folder, "published");
  mkdirSync(join(publishedDir, "photos"), { recursive: true });
  writeFileSync(join(publishedDir, "site.yaml"), "name: Strona\n");
  writeFileSync(join(publishedDir, "photos/sala.jpg"), readFileSync(join(contentDir, "photos/sala.jpg")));
  const source = { dataDir, hasDatabase: true, contentDir, publishedDir };
  const file = join(folder, "copies/kopia.tar");
  const backUp = () => writeFullBackup(source, file, new Date("2026-11-22T03:00:00Z"));
  return { folder, dataDir, contentDir, file, backUp, database };
}

test("P8.3 T18 a full backup holds database, draft and published content, opens with tar, and is readable by its owner only", async () => {
  const { folder, dataDir, contentDir, file, backUp, database } = await setUp();
  await backUp();
  await database.close();
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("copying-"))).toEqual([]);
  const listed = execFileSync("tar", ["-tf", file]).toString();
  expect(listed).toContain("manifest.json");
  const target = join(folder, "restored");
  const manifest = await unpackArchive(createReadStream(file), target, 1e9);
  expect(Object.keys(manifest?.files ?? {})).toEqual(
    expect.arrayContaining(["database.sqlite", "content/photos/sala.jpg", "published/site.yaml"]),
  );
  // Identical files are stored once.
  expect(statSync(file).size).toBeLessThan(700_000 + statSync(join(dataDir, "enquiries.sqlite")).size);
  expect(readFileSync(join(target, "content/photos/sala.jpg"))).toEqual(
    readFileSync(join(contentDir, "photos/sala.jpg")),
  );
});

test("P8.3 a backup succeeds while the owner keeps changing the content", async () => {
  const { contentDir, backUp, database } = await setUp();
  await whileReplaced(join(contentDir, "site.yaml"), () => expect(backUp()).resolves.toBeUndefined());
  await database.close();
});

test("P8.3 C8.1 a full backup holds the settings without the mail server's password and the addresses for alerts and backups", async () => {
  const { folder, dataDir, file, backUp, database } = await setUp();
  const own = { MAIL_TO: "trener@studio.example", ENQUIRY_RETENTION_DAYS: "180" };
  const secrets = {
    SMTP_URL: "smtps://kontakt%40studio.example:tajne@poczta.example:465",
    ALERT_WEBHOOK_URL: "https://alarm.example/klucz",
    BACKUP_URL: "s3://klucz:tajne@pliki.example/kopie/",
  };
  await writeOwnerSettings(dataDir, { ...own, ...secrets });
  await backUp();
  await database.close();
  expect(readFileSync(file).includes("tajne")).toBe(false);
  expect(readFileSync(file).includes("klucz")).toBe(false);
  const target = join(folder, "restored");
  await unpackArchive(createReadStream(file), target, 1e9);
  expect(readOwnerSettings(target)).toEqual({
    ...own,
    SMTP_URL: "smtps://kontakt%40studio.example@poczta.example:465",
  });
});

test("T18 a full backup holds no key for notifications or challenges, no device that gets them, no session and no link", async () => {
  const { file, backUp, database } = await setUp();
  const db = database.db.withTables<AccountTables>();
  await migrateAccounts(db);
  const session = { token_hash: "secret-1", passkey_id: null, device_name: "", began_with: "link" } as const;
  const times = { created_at: 1, last_seen_at: 1, verified_at: 1 };
  await db
    .insertInto("panel_sessions")
    .values({ id: "s", ...session, ...times })
    .execute();
  const device = { session_id: "s", device_name: "", p256dh: "", created_at: 1, last_success_at: null };
  await db
    .insertInto("push_subscriptions")
    .values({ endpoint: "secret-2", auth: "secret-3", ...device })
    .execute();
  const keys = ["push-keys", "challenge-key"].map((name) => ({ name, value: "secret-4" }));
  await db.insertInto("panel_settings").values(keys).execute();
  await db
    .insertInto("sign_in_links")
    .values({ token_hash: "secret-5", purpose: "setup", code_hash: null, session_id: "s", expires_at: 1 })
    .execute();
  await backUp();
  await database.close();
  expect(readFileSync(file, "latin1")).not.toMatch(/secret-\d/);
});

test("P8.3 a backup with one changed byte, a truncated one, an encrypted one and another file are refused", async () => {
  const { dataDir, file, backUp, database } = await setUp();
  await backUp();
  await database.close();
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
  const others = ["to nie kopia", "age-encryption.org/v1\n", ""].map((text) => Buffer.from(text));
  for (const wrong of [changed, bytes.subarray(0, -2000), bytes.subarray(0, 5000), ...others]) {
    writeFileSync(file, wrong);
    expect(await readArchive(createReadStream(file), { room: 1e9 })).toBeUndefined();
    expect(await stageBackup(createReadStream(file), dataDir, 1e9)).toEqual({
      ok: false,
      problem: "Ten plik nie jest kopią strony, jest uszkodzony albo jeszcze zaszyfrowany (.age).",
    });
  }
});

/** Backups at a time that the test sets, in an empty folder. */
async function setUpBackups(at: string) {
  const { dataDir, contentDir, database } = await setUp();
  await database.close();
  const backupsDir = join(dataDir, "copies");
  mkdirSync(backupsDir);
  const config = configOf({ DATA_DIR: dataDir, CONTENT_DIR: contentDir });
  const state = { now: new Date(at), free: 1e12 };
  const backups = createBackups(config, { now: () => state.now, freeDiskBytes: async () => state.free });
  const add = (time: string) => writeFileSync(join(backupsDir, `kopia-${time}T03-00-00Z.tar`), "");
  const days = async () => (await backups.list()).map(({ madeAt }) => madeAt.slice(0, 10));
  return { dataDir, contentDir, backupsDir, state, backups, add, days };
}

const dayMs = 86_400_000;
const dayBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);

test("P8.3 backups of seven days and four weeks stay", async () => {
  const { state, backups, add, days } = await setUpBackups("2026-11-20T03:00:00Z");
  for (let count = 1; count <= 50; count += 1) add(dayBefore("2026-11-20", count));
  await backups.makeIfDue();
  expect(await backups.lastMadeAt()).toEqual(state.now);
  expect(await backups.makeIfDue()).toBeUndefined();
  const left = (await days()).map((day) => day.slice(5));
  expect(left.slice(0, 7)).toEqual(["11-20", "11-19", "11-18", "11-17", "11-16", "11-15", "11-14"]);
  // The newest of each week; two of the four weeks are covered by the days above.
  expect(left.slice(7)).toEqual(["11-11", "11-04"]);
});

test("P8.3 no backup stays for more than 30 days, even while none succeeds", async () => {
  const { state, backups, add, days } = await setUpBackups("2026-11-20T03:00:00Z");
  for (const day of ["2026-11-10", "2026-10-23", "2026-10-21", "2025-01-01"]) add(day);
  state.free = 0;
  expect(await backups.makeIfDue()).toBe("no-room");
  await backups.removeOld();
  expect(await days()).toEqual(["2026-11-10", "2026-10-23"]);
});

test("P8.3 backups that were named while the clock was nine days and a year ahead block none and go after a week of right ones", async () => {
  const { state, backups, add, days } = await setUpBackups("2026-11-20T03:00:00Z");
  for (let count = 0; count < 5; count += 1) add(dayBefore("2026-11-20", count));
  const wrongDays = ["2026-11-29", "2027-11-20"];
  for (const [index, day] of wrongDays.entries()) {
    state.now = new Date(`${day}T03:00:00Z`);
    await backups.makeIfDue();
    expect(await days()).toHaveLength(6 + index);
  }
  for (const day of ["2026-11-21", "2026-11-22"]) {
    state.now = new Date(`${day}T03:00:00Z`);
    expect(await days()).toEqual(expect.arrayContaining(wrongDays));
    expect(await backups.makeIfDue()).toEqual({ name: `kopia-${day}T03-00-00Z.tar` });
    expect(await days()).toContain(day);
  }
  expect(await days()).toEqual(Array.from({ length: 7 }, (_, count) => dayBefore("2026-11-22", count)));
});

test("P8.3 a backup that fails, or for which the disk has no room, leaves nothing behind and is reported until any process makes one", async () => {
  const { contentDir, state, backups, add } = await setUpBackups("2026-11-22T03:00:00Z");
  state.free = 100 * 1024 * 1024;
  expect(await backups.makeIfDue()).toBe("no-room");
  expect(await backups.failure()).toBe("no-room");
  expect(await backups.list()).toEqual([]);
  state.free = 1e12;
  expect(await backups.makeIfDue()).toEqual({ name: "kopia-2026-11-22T03-00-00Z.tar" });
  expect(await backups.list()).toMatchObject([{ bytes: expect.any(Number) }]);
  expect(await backups.failure()).toBeNull();
  state.now = new Date("2026-11-23T03:00:00Z");
  renameSync(contentDir, `${contentDir}-gone`);
  await expect(backups.make()).rejects.toThrow();
  expect(await backups.failure()).toBe("failed");
  // The nightly timer's.
  add("2026-11-23");
  expect(await backups.failure()).toBeNull();
});

test("backups that processes make in the same second are complete", async () => {
  const { folder, file, backUp, database } = await setUp();
  await Promise.all([backUp(), backUp(), backUp()]);
  await database.close();
  expect(await readArchive(createReadStream(file), { room: 1e9 })).toBeDefined();
  expect(readdirSync(join(folder, "copies"))).toEqual(["kopia.tar"]);
});

const killedAt = "2026-11-22T10-00-00-000Z";
/** In the data folder, with its own content; made by killed programs, of this version or an earlier one. */
const leftovers = [
  "rehearsal-a",
  "handed-over-a",
  "withdrawing-a",
  "copying-a",
  "restoring-a",
  "restoring",
  "incoming-copy/a",
  "content.restoring",
  "content.restoring.partial",
  "content.restoring.partial-a",
  "content.partial-a",
  "content.restored",
  "cache/pictures/sala.partial-a",
  "content/site.yaml.partial-a",
  "content/photos/photos.json.partial-a",
  `enquiries-before-restore-${killedAt}.sqlite.unfinished`,
  `enquiries-before-upgrade-${killedAt}.sqlite.unfinished`,
  "erasures.json.unfinished",
  "clock.json.partial-a",
  "copies/kopia.tar.copying-a.unfinished",
  "uploads/a-day-ago",
];

test("T16 T18 what killed programs left more than an hour ago and uploads of a day ago are removed at the start", async () => {
  const { dataDir } = await setUpBackups("2026-11-22T03:00:00Z");
  const before = [
    ...readdirSync(dataDir, { recursive: true }),
    "incoming-copy",
    "cache",
    "cache/pictures",
    "uploads",
  ];
  const leave = (name: string, seconds: number) => {
    mkdirSync(join(dataDir, name), { recursive: true });
    utimesSync(join(dataDir, name), seconds, seconds);
  };
  for (const name of leftovers) leave(name, 0);
  const young = ["copying-new", "uploads/two-hours-ago"];
  leave("copying-new", Date.now() / 1000);
  leave("uploads/two-hours-ago", Date.now() / 1000 - 7200);
  const config = configOf({ DATA_DIR: dataDir });
  const log = createLogger("silent", { isTerminal: false });
  const { stop } = startDailyBackups(createSettings(config, {}), log, async () => {});
  onTestFinished(stop);
  await expect
    .poll(() => readdirSync(dataDir, { recursive: true }).sort())
    .toEqual([...before, ...young].sort());
});

test("P8.3 C8.2 daily runs that overlap are one, and what cannot be removed prevents neither the backup nor the warning that it is not sent", async () => {
  const { dataDir, backupsDir, backups } = await setUpBackups("2026-11-22T03:00:00Z");
  // A folder is not removed as a file.
  mkdirSync(join(backupsDir, "kopia-2025-01-01T03-00-00Z.tar"));
  const past = Date.now() - 4 * dayMs;
  writeFileSync(join(dataDir, "clock.json"), JSON.stringify({ last: Date.now(), since: past }));
  const [since, at] = [past, Date.now()].map((ms) => new Date(ms).toISOString());
  const failure = { at: since, since, problem: "Nie działa." };
  const record = { key: { recipient: "age1" }, failure, rehearsal: { at } };
  writeFileSync(join(dataDir, "offsite-backups.json"), JSON.stringify(record));
  const environment = { DATA_DIR: dataDir, BACKUP_URL: "http://127.0.0.1:1/kopie/" };
  const config = configOf(environment);
  const interval = vi.spyOn(globalThis, "setInterval");
  const warn = vi.fn(async () => {});
  const log = createLogger("silent", { isTerminal: false });
  const errors = vi.spyOn(log, "error");
  startDailyBackups(createSettings(config, environment), log, warn).stop();
  const run = interval.mock.calls[0]?.[0] as () => Promise<void>;
  interval.mockRestore();

  const before = new Date().toISOString();
  await Promise.all([run(), run(), run()]);
  expect(warn).toHaveBeenCalledTimes(1);
  const [made] = await backups.list();
  expect(made && made.madeAt.slice(0, 19) >= before.slice(0, 19)).toBe(true);
  expect(errors.mock.calls.map((call) => call.at(-1))).toContain("old backups could not be removed");
});

test("T18 a restore that the owner has confirmed is no leftover", async () => {
  const { dataDir } = await setUpBackups("2026-11-22T03:00:00Z");
  for (const name of ["content.restoring", "restoring"]) mkdirSync(join(dataDir, name));
  writeFileSync(join(dataDir, "restoring/journal.json"), "{}");
  for (const name of ["content.restoring", "restoring"]) utimesSync(join(dataDir, name), 0, 0);
  await sweepLeftovers({ dataDir, cacheDir: "none", ownContentDir: join(dataDir, "content") }, Date.now());
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(["restoring", "content.restoring"]));
});

test("content that a killed restore has left under another name is put in its place, not removed", async () => {
  const { dataDir } = await setUpBackups("2026-11-22T03:00:00Z");
  const ownContentDir = join(dataDir, "content");
  await prepareReplacement("content", ownContentDir);
  renameSync(ownContentDir, replacedContentDir(ownContentDir, new Date()));
  utimesSync(`${ownContentDir}.restored`, 0, 0);
  await sweepLeftovers({ dataDir, cacheDir: "none", ownContentDir }, Date.now());
  expect(await hasSameFiles(ownContentDir, "content")).toBe(true);
});

test("a new backup stays even if another process has made a newer one on the same day", async () => {
  const { backupsDir, backups } = await setUpBackups("2026-11-22T03:00:00Z");
  writeFileSync(join(backupsDir, "kopia-2026-11-22T03-00-05Z.tar"), "");
  const made = "kopia-2026-11-22T03-00-00Z.tar";
  expect(await backups.make()).toEqual({ name: made });
  expect((await backups.list()).map(({ name }) => name)).toContain(made);
});
