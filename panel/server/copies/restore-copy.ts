import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RestoreResult } from "../../../enquiries/owner/restore.server.ts";
import { replaceContent } from "../../../publishing/put-back.ts";
import { readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { databaseName, settingsName } from "./copy-of-everything.ts";
import { openCopy } from "./open-copy.ts";

interface RestoreTarget {
  readonly dataDir: string;
  readonly ownContentDir: string;
  /** Puts the database of a copy in place; left out where the database has tools of its own. */
  readonly putDatabase?: (file: string) => Promise<RestoreResult>;
  /** Publishes what visitors saw when the copy was made. */
  publish(contentDir: string): Promise<boolean>;
}

/** Puts a copy of everything in the place of what is there, which is kept beside. Until all of it has been read nothing changes. */
export async function restoreCopy(file: string, target: RestoreTarget) {
  const { dataDir, ownContentDir, putDatabase, publish } = target;
  const opened = await openCopy(file);
  if (!opened.ok) return opened;
  const { copy } = opened;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const workDir = await mkdtemp(join(dataDir, "restoring-"));
  try {
    const paths = Object.keys(copy.manifest.files);
    for (const name of [databaseName, settingsName]) await copy.extract(name, workDir);
    for (const name of ["content", "published"]) await copy.extract(name, join(workDir, name));
    let database: (RestoreResult & { ok: true }) | undefined;
    if (putDatabase && paths.includes(databaseName)) {
      const restored = await putDatabase(join(workDir, databaseName));
      if (!restored.ok) return restored;
      database = restored;
    }
    await restoreSettings(dataDir, workDir);
    /** Where the content that was there is kept. */
    const contentKeptAs = replaceContent(join(workDir, "content"), ownContentDir);
    const wasPublished = paths.some((path) => path.startsWith("published/"));
    /** Undefined where the copy is from before the first publication. */
    const published = wasPublished ? await publish(join(workDir, "published")) : undefined;
    return { ok: true, database, contentKeptAs, published } as const;
  } finally {
    await copy.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** The settings that are there stay: unlike those of a copy, they hold the passwords. */
async function restoreSettings(dataDir: string, copied: string): Promise<void> {
  await writeOwnerSettings(dataDir, { ...readOwnerSettings(copied), ...readOwnerSettings(dataDir) });
}
