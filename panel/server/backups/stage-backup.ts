import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { contentSchemas } from "../../../content-model/content.ts";
import { checkContent } from "../../../content-model/load.ts";
import { valueAt } from "../../../content-model/path.ts";
import { readContentFolder } from "../../../content-model/read-content.ts";
import { copyDatabase, inspectDatabase } from "../../../enquiries/owner/database-file.server.ts";
import { readErasures } from "../../../enquiries/owner/erasures.server.ts";
import { sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { createPrivateFile } from "../../../enquiries/storage/private-file.server.ts";
import { parseConfig } from "../../../server/config.ts";
import {
  type OwnerSettingName,
  type OwnerSettings,
  readOwnerSettings,
} from "../../../server/owner-settings.ts";
import { unpackArchive } from "./backup-archive.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { isRestoring, publishedIn, Refusal, refusalOf, restorePaths } from "./restore-journal.ts";
import { databaseName } from "./write-full-backup.ts";

/** What a backup would bring, for the owner to confirm. */
export type BackupSummary = Awaited<ReturnType<typeof summarise>>;

export type StagedBackup = { ok: true; summary: BackupSummary } | { ok: false; problem: string };

const damaged = "Ten plik nie jest kopią strony, jest uszkodzony albo jeszcze zaszyfrowany (.age).";

/** Unpacks a full backup of at most `room` bytes beside the data and checks everything in it. Changes nothing in use. */
export function stageBackup(archive: Readable, dataDir: string, room: number): Promise<StagedBackup> {
  return stage(dataDir, (unpacked) => unpack(archive, unpacked, room));
}

async function unpack(archive: Readable, folder: string, room: number) {
  const manifest = await unpackArchive(archive, folder, room);
  if (manifest === undefined) throw new Refusal(damaged);
  const file = join(folder, databaseName);
  // In every data folder it has this name.
  if (existsSync(file)) await rename(file, sqliteFile(folder));
  return manifest;
}

/** Does what a restore would, in a temporary folder: unpacks, checks, counts, and converts the database to this program's version. */
export async function rehearseRestore(tar: Readable, dataDir: string, room: number): Promise<StagedBackup> {
  const folder = await mkdtemp(join(dataDir, "rehearsal-"));
  const [unpacked, ready] = [join(folder, "unpacked"), join(folder, "ready")];
  try {
    await mkdir(ready);
    const summary = await summarise(unpacked, await unpack(tar, unpacked, room));
    if (summary.canPublish === false)
      throw new Refusal("Treść strony w kopii ma błędy według tej wersji programu.");
    if (summary.database)
      await prepareDatabase({ ready, unpacked, liveFile: undefined, erasures: [], by: "", now: Date.now() });
    return { ok: true, summary };
  } catch (error) {
    return explain(error as NodeJS.ErrnoException);
  } finally {
    await removeStaged(folder);
  }
}

/** A file of an archive that was refused midway may still be about to appear. */
const removeStaged = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Like `stageBackup`, for a database alone. */
export function stageDatabase(file: string, dataDir: string): Promise<StagedBackup> {
  return stage(dataDir, async (unpacked) => {
    await mkdir(unpacked, { mode: 0o700 });
    await createPrivateFile(sqliteFile(unpacked));
    copyDatabase(file, sqliteFile(unpacked));
    return {};
  });
}

/** Replaces another staged backup, but not a confirmed one. */
async function stage(dataDir: string, unpack: (folder: string) => Promise<Unpacked>): Promise<StagedBackup> {
  const { folder, unpacked } = restorePaths(dataDir);
  if (isRestoring(dataDir)) return { ok: false, problem: "Trwa przywracanie innej kopii." };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return { ok: true, summary: await summarise(unpacked, await unpack(unpacked)) };
  } catch (error) {
    await removeStaged(folder);
    return explain(error as NodeJS.ErrnoException);
  }
}

/** `madeAt`: ISO time; undefined for a database alone. */
type Unpacked = { madeAt?: string };

async function summarise(unpacked: string, { madeAt }: Unpacked) {
  const [draft, published] = [join(unpacked, "content"), publishedIn(unpacked)];
  await readErasures(unpacked);
  // The server has to be able to read both. Mistakes in them, found by the rules of a newer program, keep no enquiries from their owner.
  if (existsSync(draft)) readContentFolder(draft);
  const shown = existsSync(published) ? readContentFolder(published) : undefined;
  const site = shown?.files.site.value;
  // Enquiries go to it unless the settings say otherwise.
  const siteEmail = contentSchemas.site.shape.email.safeParse(valueAt(site, ["email"])).data;
  const [settings, database] = [readRestorableSettings(unpacked), inspect(sqliteFile(unpacked))];
  return { madeAt, settings, siteEmail, canPublish: shown && checkContent(shown).ok, database };
}

/** Undefined if the backup has no database. */
function inspect(file: string) {
  if (!existsSync(file)) return undefined;
  const checked = inspectDatabase(file);
  if (!checked.ok) throw new Refusal("Baza w kopii jest uszkodzona albo z nowszej wersji programu.");
  using database = new DatabaseSync(file, { readOnly: true });
  const passkeys = rowsOf(database, "passkeys", "select name from passkeys order by created_at");
  const codes = rowsOf(database, "recovery_codes", "select 1 from recovery_codes where used_at is null");
  return {
    enquiries: checked.enquiries,
    /** The devices whose passkeys will open the panel. */
    passkeys: passkeys.map(({ name }) => String(name)),
    recoveryCodes: codes.length,
  };
}

function explain(error: NodeJS.ErrnoException): StagedBackup {
  const problem = refusalOf(error);
  if (problem !== undefined) return { ok: false, problem };
  const isForged = ["EISDIR", "ENOTDIR", "EEXIST"].includes(error.code ?? "");
  if (error.errno === undefined || isForged) return { ok: false, problem: damaged };
  throw error;
}

/** Until the panel was first opened, its database has none of its tables. */
function rowsOf(database: DatabaseSync, table: string, query: string) {
  const isThere = database.prepare("select 1 from sqlite_master where name = ?").get(table);
  return isThere ? database.prepare(query).all() : [];
}

/** A forged file must not redirect enquiries, alerts or backups. */
const neverRestored: readonly OwnerSettingName[] = ["MAIL_TO", "ALERT_WEBHOOK_URL", "BACKUP_URL"];

/** The mailer ignores all parameters but this one, so an address with others is forged or a mistake. */
const hasMailOptions = (value: string) =>
  [...(URL.parse(value)?.searchParams.keys() ?? [])].some((name) => name !== "requireTLS");

/** The settings of an unpacked backup; only those that the program accepts are kept. Throws if the file is damaged. */
export function readRestorableSettings(folder: string) {
  const all = Object.entries(readOwnerSettings(folder)) as [OwnerSettingName, unknown][];
  const isKept = ([name, value]: [OwnerSettingName, unknown]) =>
    typeof value === "string" &&
    !neverRestored.includes(name) &&
    !hasMailOptions(value) &&
    parseConfig({}, { [name]: value }).ok;
  return {
    kept: Object.fromEntries(all.filter(isKept)) as OwnerSettings,
    /** Names of settings that the backup has and that are not restored. */
    leftOut: all.filter((one) => !isKept(one)).map(([name]) => name),
  };
}
