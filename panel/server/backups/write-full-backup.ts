import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copyDatabase, inspectDatabase } from "../../../enquiries/owner/database-file.server.ts";
import { sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { createPrivateFile, putInPlace } from "../../../enquiries/storage/private-file.server.ts";
import { readOwnerSettings, withoutSecrets } from "../../../server/owner-settings.ts";
import { type Manifest, manifestName, openFullBackup } from "./open-full-backup.ts";
import { appendBytes, appendFile, endArchive } from "./tar.ts";

export interface BackupSource {
  readonly dataDir: string;
  /** False for PostgreSQL, which has its own backup tools. */
  readonly hasDatabase: boolean;
  /** The draft. */
  readonly contentDir: string;
  /** What visitors see; absent before the first publication. */
  readonly publishedDir?: string | undefined;
}

export const databaseName = "database.sqlite";
export const settingsName = "settings.json";

/** Left free for enquiries, which matter more than a backup. */
export const keptFreeBytes = 200 * 1024 * 1024;

/**
 * Writes everything that belongs to the owner into one tar file: a snapshot of the database, the settings without passwords, the
 * draft and the published content, both with their photos. The file gets its final name only after it has been read back and verified.
 */
export async function writeFullBackup(source: BackupSource, file: string, now: Date): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const workDir = await mkdtemp(join(source.dataDir, "copying-"));
  const unfinished = `${file}.${basename(workDir)}.unfinished`;
  try {
    await createPrivateFile(unfinished);
    await writeArchive(unfinished, await filesOf(source, workDir), now);
    const opened = await openFullBackup(unfinished);
    if (!opened.ok) throw new Error(opened.problem);
    await opened.backup.close();
    await putInPlace(unfinished, file);
  } finally {
    await rm(workDir, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

async function writeArchive(file: string, sources: readonly Source[], now: Date): Promise<void> {
  await using archive = await open(file, "a");
  const files: Record<string, string> = {};
  const stored = new Set<string>();
  for (const { name, path } of sources) {
    const hash = await hashOf(path);
    files[name] = hash;
    if (!stored.has(hash)) await appendFile(archive, hash, path);
    stored.add(hash);
  }
  const manifest: Manifest = { format: 1, madeAt: now.toISOString(), files };
  await appendBytes(archive, manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  await endArchive(archive);
}

/** A file's name in the backup and its path on disk. */
type Source = { readonly name: string; readonly path: string };

/** The most disk space that a backup needs. The database counts twice: it is first copied beside the archive. */
export async function bytesFor({ dataDir, contentDir, publishedDir }: BackupSource): Promise<number> {
  const paths = [sqliteFile(dataDir), sqliteFile(dataDir)];
  for (const folder of [contentDir, publishedDir ?? contentDir])
    paths.push(...(await filesIn("", folder)).map(({ path }) => path));
  const sizes = paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function filesOf({ dataDir, hasDatabase, contentDir, publishedDir }: BackupSource, workDir: string) {
  const settings = join(workDir, settingsName);
  await writeFile(settings, JSON.stringify(withoutSecrets(readOwnerSettings(dataDir))));
  const files = [{ name: settingsName, path: settings }, ...(await filesIn("content", contentDir))];
  if (publishedDir !== undefined) files.push(...(await filesIn("published", publishedDir)));
  if (!hasDatabase || !existsSync(sqliteFile(dataDir))) return files;
  const database = join(workDir, databaseName);
  await createPrivateFile(database);
  copyDatabase(sqliteFile(dataDir), database);
  const checked = inspectDatabase(database);
  if (!checked.ok) throw new Error(checked.problem);
  return [{ name: databaseName, path: database }, ...files];
}

async function filesIn(name: string, folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".partial"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: join(name, path.slice(folder.length)).replaceAll("\\", "/") }));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
