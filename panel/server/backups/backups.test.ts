import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { createBackups } from "./backups.ts";
import { openFullBackup } from "./open-full-backup.ts";
import { restoreFullBackup } from "./restore-full-backup.ts";
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
  const opened = await openFullBackup(file);
  if (!opened.ok) throw new Error(opened.problem);
  const { manifest, extract, close } = opened.backup;
  expect(Object.keys(manifest.files)).toEqual(
    expect.arrayContaining(["database.sqlite", "content/photos/sala.jpg", "published/site.yaml"]),
  );
  // Identical files are stored once.
  expect(statSync(file).size).toBeLessThan(700_000 + statSync(join(dataDir, "enquiries.sqlite")).size);
  const target = join(folder, "restored");
  await extract("content", target);
  await close();
  expect(readFileSync(join(target, "photos/sala.jpg"))).toEqual(
    readFileSync(join(contentDir, "photos/sala.jpg")),
  );
});

test("P8.3 a full backup holds the settings without the mail server's password and the alert address", async () => {
  const { folder, dataDir, file, backUp, database } = await setUp();
  const own = { MAIL_TO: "trener@studio.example", ENQUIRY_RETENTION_DAYS: "180" };
  const secrets = {
    SMTP_URL: "smtps://kontakt%40studio.example:tajne@poczta.example:465",
    ALERT_WEBHOOK_URL: "https://alarm.example/klucz",
  };
  await writeOwnerSettings(dataDir, { ...own, ...secrets });
  await backUp();
  await database.close();
  expect(readFileSync(file).includes("tajne")).toBe(false);
  expect(readFileSync(file).includes("klucz")).toBe(false);
  const target = (name: string) => ({
    dataDir: join(folder, name),
    ownContentDir: join(folder, name, "content"),
    publish: async () => true,
  });
  const expected = { ...own, SMTP_URL: "smtps://kontakt%40studio.example@poczta.example:465" };
  await restoreFullBackup(file, target("empty"));
  expect(readOwnerSettings(join(folder, "empty"))).toEqual(expected);
  // Existing settings are newer and include the passwords.
  await writeOwnerSettings(join(folder, "used"), secrets);
  await restoreFullBackup(file, target("used"));
  expect(readOwnerSettings(join(folder, "used"))).toEqual({ ...own, ...secrets });
});

test("P8.3 a backup with one changed byte, a truncated one and another file are refused", async () => {
  const { file, backUp, database } = await setUp();
  await backUp();
  await database.close();
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
  for (const wrong of [changed, bytes.subarray(0, -2000), Buffer.from("to nie kopia"), Buffer.alloc(0)]) {
    writeFileSync(file, wrong);
    expect(await openFullBackup(file)).toMatchObject({ ok: false });
  }
});

test("T20 a backup with a path that leads out of its folder is not extracted", async () => {
  const { folder, file, backUp, database } = await setUp();
  await backUp();
  await database.close();
  const opened = await openFullBackup(file);
  if (!opened.ok) throw new Error(opened.problem);
  const [hash = ""] = Object.values(opened.backup.manifest.files);
  Object.assign(opened.backup.manifest.files, { "content/../../outside": hash });
  await expect(opened.backup.extract("content", join(folder, "restored"))).rejects.toThrow("leads out");
  await opened.backup.close();
  expect(readdirSync(folder)).not.toContain("outside");
});

test("P8.3 backups of seven days and four weeks stay", async () => {
  const folder = temporaryFolder();
  const backupsDir = join(folder, "copies");
  const contentDir = join(folder, "content");
  mkdirSync(contentDir);
  writeFileSync(join(contentDir, "site.yaml"), "name: Szkic\n");
  let at = Date.UTC(2026, 9, 1, 3);
  const made: string[] = [];
  const backups = createBackups({
    backupsDir,
    program: join(import.meta.dirname, "backup-child.ts"),
    source: async () => ({ dataDir: folder, hasDatabase: false, contentDir }),
    now: () => new Date(at),
    freeDiskBytes: async () => 1e12,
    onMade: async (when) => void made.push(when.toISOString()),
  });
  mkdirSync(backupsDir);
  for (let day = 0; day < 50; day += 1) {
    const name = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
    writeFileSync(join(backupsDir, `kopia-${name}Z.tar`), "");
    at += 86_400_000;
  }
  await backups.makeIfDue();
  await backups.makeIfDue();
  expect(made).toEqual(["2026-11-20T03:00:00.000Z"]);
  const days = (await backups.list()).map(({ madeAt }) => madeAt.slice(5, 10));
  expect(days.slice(0, 7)).toEqual(["11-20", "11-19", "11-18", "11-17", "11-16", "11-15", "11-14"]);
  // The newest of each week; two of the four weeks are covered by the days above.
  expect(days.slice(7)).toEqual(["11-11", "11-04"]);
});

test("P8.3 a backup that fails, or for which the disk has no room, leaves nothing behind and is reported until one succeeds", async () => {
  const { folder, dataDir, contentDir, database } = await setUp();
  await database.close();
  const disk = { free: 100 * 1024 * 1024 };
  const source = { dataDir, hasDatabase: true, contentDir };
  const backups = createBackups({
    backupsDir: join(folder, "copies"),
    program: join(import.meta.dirname, "backup-child.ts"),
    source: async () => source,
    now: () => new Date("2026-11-22T03:00:00Z"),
    freeDiskBytes: async () => disk.free,
    onMade: async () => {},
  });
  expect(await backups.makeIfDue()).toBe("no-room");
  expect(backups.hasFailed()).toBe(true);
  expect(await backups.list()).toEqual([]);
  disk.free = 1e12;
  expect(await backups.makeIfDue()).toMatchObject({ bytes: expect.any(Number) });
  expect(backups.hasFailed()).toBe(false);
  source.contentDir = join(folder, "gone");
  await expect(backups.make()).rejects.toThrow();
  expect(backups.hasFailed()).toBe(true);
});

test("backups that processes make in the same second are complete", async () => {
  const { folder, file, backUp, database } = await setUp();
  await Promise.all([backUp(), backUp(), backUp()]);
  await database.close();
  const opened = await openFullBackup(file);
  if (!opened.ok) throw new Error(opened.problem);
  await opened.backup.close();
  expect(readdirSync(join(folder, "copies"))).toEqual(["kopia.tar"]);
});

test("the next backup removes what a killed backup or restore left more than a day ago", async () => {
  const { folder, dataDir, contentDir, database } = await setUp();
  await database.close();
  const backupsDir = join(folder, "copies");
  const left = ["copying-old", "restoring-old", "copying-new"].map((name) => join(dataDir, name));
  for (const path of left) mkdirSync(join(path, "content"), { recursive: true });
  mkdirSync(backupsDir);
  const unfinished = ["kopia-old.unfinished", "kopia-new.unfinished"].map((name) => join(backupsDir, name));
  for (const path of unfinished) writeFileSync(path, "");
  for (const path of [...left, ...unfinished].filter((path) => path.includes("old"))) utimesSync(path, 0, 0);
  const backups = createBackups({
    backupsDir,
    program: join(import.meta.dirname, "backup-child.ts"),
    now: () => new Date(),
    source: async () => ({ dataDir, hasDatabase: true, contentDir }),
    freeDiskBytes: async () => 1e12,
    onMade: async () => {},
  });
  await backups.make();
  expect(readdirSync(dataDir).filter((name) => /^(?:copying|restoring)-/.test(name))).toEqual([
    "copying-new",
  ]);
  expect(readdirSync(backupsDir).filter((name) => name.endsWith(".unfinished"))).toEqual([
    "kopia-new.unfinished",
  ]);
});

test("a new backup stays even if another process has made a newer one on the same day", async () => {
  const { folder, dataDir, contentDir, database } = await setUp();
  await database.close();
  const backupsDir = join(folder, "copies");
  mkdirSync(backupsDir);
  writeFileSync(join(backupsDir, "kopia-2026-11-22T03-00-05Z.tar"), "");
  const backups = createBackups({
    backupsDir,
    program: join(import.meta.dirname, "backup-child.ts"),
    now: () => new Date("2026-11-22T03:00:00Z"),
    source: async () => ({ dataDir, hasDatabase: true, contentDir }),
    freeDiskBytes: async () => 1e12,
    onMade: async () => {},
  });
  expect(await backups.make()).toMatchObject({ name: "kopia-2026-11-22T03-00-00Z.tar" });
});
