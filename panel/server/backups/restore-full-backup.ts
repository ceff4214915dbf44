import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RestoreResult } from "../../../enquiries/owner/restore-database.server.ts";
import { replaceContent } from "../../../publishing/restore-content.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { openFullBackup } from "./open-full-backup.ts";
import { databaseName, settingsName } from "./write-full-backup.ts";

interface RestoreTarget {
  readonly dataDir: string;
  readonly ownContentDir: string;
  /** Replaces the database with the backup's; left out for PostgreSQL, which has its own tools. */
  readonly restoreDatabase?: (file: string) => Promise<RestoreResult>;
  /** Publishes what visitors saw when the backup was made. */
  publish(contentDir: string): Promise<boolean>;
}

/** Restores a full backup. The previous content and database are kept beside the new ones. Nothing changes unless the file is valid. */
export async function restoreFullBackup(file: string, target: RestoreTarget) {
  const { dataDir, ownContentDir, restoreDatabase, publish } = target;
  const opened = await openFullBackup(file);
  if (!opened.ok) return opened;
  const { backup } = opened;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const workDir = await mkdtemp(join(dataDir, "restoring-"));
  try {
    const paths = Object.keys(backup.manifest.files);
    for (const name of [databaseName, settingsName]) await backup.extract(name, workDir);
    for (const name of ["content", "published"]) await backup.extract(name, join(workDir, name));
    let database: (RestoreResult & { ok: true }) | undefined;
    if (restoreDatabase && paths.includes(databaseName)) {
      const restored = await restoreDatabase(join(workDir, databaseName));
      if (!restored.ok) return restored;
      database = restored;
    }
    await restoreSettings(dataDir, workDir);
    /** Where the previous content is kept. */
    const contentKeptAs = replaceContent(join(workDir, "content"), ownContentDir);
    const wasPublished = paths.some((path) => path.startsWith("published/"));
    /** Undefined if the backup is older than the first publication. */
    const published = wasPublished ? await publish(join(workDir, "published")) : undefined;
    return { ok: true, database, contentKeptAs, published } as const;
  } finally {
    await backup.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Existing settings win: unlike the backup's, they include passwords. */
async function restoreSettings(dataDir: string, unpackedDir: string): Promise<void> {
  await writeOwnerSettings(dataDir, { ...readOwnerSettings(unpackedDir), ...readOwnerSettings(dataDir) });
}
