import { cp, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { flush } from "../server/durable-files.ts";
import { currentLink, currentRelease, isReleaseName, listReleases } from "../server/releases.ts";
import { type HistoryFolders, readEntry } from "./history.ts";

/** Removes leftovers of killed publications and returns where a new release is made. Call it only while holding the lock. */
export async function clearUnfinished(releasesDir: string): Promise<string> {
  const current = currentRelease(releasesDir);
  for (const name of await readdir(releasesDir)) {
    const neverShown = current !== undefined && name > current && isReleaseName(name);
    // Older programs also linked every photograph in a folder `photos`.
    if (/^(?:unfinished|photos$)/.test(name) || neverShown) await remove(join(releasesDir, name));
  }
  return join(releasesDir, "unfinished");
}

/** A name made of time and version that sorts after all existing ones, even if the clock was set back. */
export function nextName(releasesDir: string, version: string, now: Date): string {
  const last = momentOf(listReleases(releasesDir).at(-1) ?? "").getTime();
  const at = new Date(Math.max(now.getTime(), (last || 0) + 1));
  return `${at.toISOString().replaceAll(/[:.]/g, "-")}-${version}`;
}

/** Formats the time in a release's name in the Polish time zone: `21.11.2026, 09:05:00`. */
export const releaseTime = (name: string) =>
  momentOf(name).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });

function momentOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*/, "T$1:$2:$3.$4"));
}

/** Makes a release current, atomically: `current` always points to the previous release or to this one. Installed programs use it too. */
export async function switchTo(releasesDir: string, name: string): Promise<void> {
  const link = join(releasesDir, `unfinished-${currentLink}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(releasesDir, currentLink));
  await flush(releasesDir);
}

const dayMs = 86_400_000;

/** Removes releases older than two weeks except the latest five; their content moves to the history for a year. */
export async function pruneReleases(folders: HistoryFolders, now: Date): Promise<void> {
  const { releasesDir, historyDir } = folders;
  // By the entry, not the name: after the clock was set back, names are later than their publications (`nextName`).
  const isOlder = (name: string, days: number) => {
    const at = readEntry(folders, name)?.at ?? momentOf(name);
    return new Date(at).getTime() < now.getTime() - days * dayMs;
  };
  const current = currentRelease(releasesDir);
  for (const name of listReleases(releasesDir).slice(0, -5)) {
    if (name === current || !isOlder(name, 14)) continue;
    await moveToHistory(folders, join(releasesDir, name));
  }
  for (const name of await readdir(historyDir).catch(() => [])) {
    if (isOlder(name, 365)) await remove(join(historyDir, name));
  }
}

/** Keeps only the content of a release. */
export async function moveToHistory({ historyDir }: HistoryFolders, release: string): Promise<void> {
  const kept = join(historyDir, basename(release));
  await mkdir(kept, { recursive: true });
  // The entry is moved last, because only a folder with an entry belongs to the history.
  for (const part of ["content", "entry.json"]) {
    await moveIfThere(join(release, part), join(kept, part));
  }
  await remove(release);
}

/** Copies if RELEASES_DIR is on another disk, because renaming works only within one disk. */
async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EXDEV") await cp(from, to, { recursive: true });
    else if (code !== "ENOENT") throw error;
  }
}

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
