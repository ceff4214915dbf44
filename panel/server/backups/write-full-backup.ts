import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { secretTables } from "../../../accounts/storage/tables.ts";
import { copyDatabase, inspectDatabase } from "../../../enquiries/owner/database-file.server.ts";
import { erasuresFile, readErasures, writeErasures } from "../../../enquiries/owner/erasures.server.ts";
import { sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { createPrivateFile, putInPlace } from "../../../enquiries/storage/private-file.server.ts";
import { ownerSettingsFile, readOwnerSettings, withoutSecrets } from "../../../server/owner-settings.ts";
import { type ArchivedFile, readArchive, writeArchive } from "./backup-archive.ts";

export interface BackupSource {
  readonly dataDir: string;
  /** False for PostgreSQL, which has its own backup tools. */
  readonly hasDatabase: boolean;
  readonly contentDir: string;
  /** What visitors see; absent before the first publication. */
  readonly publishedDir?: string | undefined;
}

export const databaseName = "database.sqlite";

/**
 * Writes everything that belongs to the owner into one tar file: a snapshot of the database, the settings without passwords, keyed
 * hashes of erased people, the draft and the published content, both with their photos. The file gets its final name only after it
 * has been read back and verified.
 */
export async function writeFullBackup(source: BackupSource, file: string, now: Date): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const workDir = await mkdtemp(join(source.dataDir, "copying-"));
  const unfinished = `${file}.${basename(workDir)}.unfinished`;
  try {
    await createPrivateFile(unfinished);
    await writeArchive(unfinished, await filesOf(source, workDir), { workDir, now });
    const { size } = await stat(unfinished);
    if (!(await readArchive(createReadStream(unfinished), { room: size })))
      throw new Error("The backup cannot be read back");
    await putInPlace(unfinished, file);
  } finally {
    await rm(workDir, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/** The disk space that a backup needs at most. The database counts twice, because it is first copied beside the archive. */
export async function bytesFor({ dataDir, contentDir, publishedDir }: BackupSource): Promise<number> {
  const paths = [sqliteFile(dataDir), sqliteFile(dataDir)];
  for (const folder of [contentDir, publishedDir ?? contentDir])
    paths.push(...(await filesIn("", folder)).map(({ path }) => path));
  const sizes = paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function filesOf({ dataDir, hasDatabase, contentDir, publishedDir }: BackupSource, workDir: string) {
  const settings = join(workDir, ownerSettingsFile);
  await writeFile(settings, JSON.stringify(withoutSecrets(readOwnerSettings(dataDir))));
  const files = [{ name: ownerSettingsFile, path: settings }, ...(await filesIn("content", contentDir))];
  const erasures = await readErasures(dataDir);
  if (erasures.length > 0) {
    await writeErasures(workDir, erasures);
    files.push({ name: erasuresFile, path: join(workDir, erasuresFile) });
  }
  if (publishedDir !== undefined) files.push(...(await filesIn("published", publishedDir)));
  if (!hasDatabase || !existsSync(sqliteFile(dataDir))) return files;
  const database = join(workDir, databaseName);
  await createPrivateFile(database);
  copyDatabase(sqliteFile(dataDir), database, secretTables);
  const checked = inspectDatabase(database);
  if (!checked.ok) throw new Error(checked.problem);
  return [{ name: databaseName, path: database }, ...files];
}

async function filesIn(name: string, folder: string): Promise<ArchivedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".partial"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: join(name, path.slice(folder.length)).replaceAll("\\", "/") }));
}
