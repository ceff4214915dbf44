import { mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { currentLink, currentRelease, listReleases } from "../server/releases.ts";

const unfinished = /^unfinished-(\d+)$/;

/** A new folder for a release in the making; what killed programs left behind is removed. */
export async function createUnfinished(releasesDir: string): Promise<string> {
  await mkdir(releasesDir, { recursive: true });
  for (const name of await readdir(releasesDir)) {
    const [, pid] = unfinished.exec(name) ?? [];
    if (pid && (Number(pid) === process.pid || !isRunning(Number(pid))))
      await remove(join(releasesDir, name));
  }
  const folder = join(releasesDir, `unfinished-${process.pid}`);
  await mkdir(folder);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Takes a whole release in, under a name made of the time and the site's version. */
export async function addRelease(
  releasesDir: string,
  folder: string,
  { version, at }: { version: string; at: Date },
): Promise<string> {
  const name = `${at.toISOString().replaceAll(/[:.]/g, "-")}-${version}`;
  await rename(folder, join(releasesDir, name));
  return name;
}

/** Makes a release the one that visitors see: at any moment `current` leads to the one before it or to this one. */
export async function switchTo(releasesDir: string, name: string): Promise<void> {
  const link = join(releasesDir, `${currentLink}-${process.pid}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(releasesDir, currentLink));
}

/** Removes all but the latest `count` releases and the one that visitors see. */
export async function keepLatest(releasesDir: string, count: number): Promise<void> {
  const current = currentRelease(releasesDir);
  const old = listReleases(releasesDir).slice(0, -count);
  for (const name of old) if (name !== current) await remove(join(releasesDir, name));
}

export function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
