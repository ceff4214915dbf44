import { readdir, rm } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { currentRelease, releaseDirs } from "../server/releases.ts";
import { withLock } from "./lock.ts";
import { photoStoreOf, sweepPhotos } from "./photo-store.ts";

interface Places {
  readonly releasesDir: string;
  readonly historyDir: string;
  readonly cacheDir: string;
  /** The trial site. */
  readonly siteDir: string;
}

/**
 * Removes a photograph that the current release no longer shows from older releases, the trial site, the cache and the kept content.
 * Returns the number of files, or undefined if a publication is running.
 */
export function withdrawPhoto(photo: string, places: Places): Promise<number | undefined> {
  const { releasesDir, historyDir, cacheDir, siteDir } = places;
  return withLock(releasesDir, {}, async () => {
    const sites = [...releaseDirs(releasesDir), siteDir];
    const kept = [...sites, ...(await namesIn(historyDir)).map((name) => join(historyDir, name))];
    const stem = basename(photo, extname(photo)).replaceAll(/\W/g, "\\$&");
    const madeOfIt = new RegExp(`^${stem}-[0-9a-f]{10}(?:-\\d+\\.\\w+)?$`);
    const current = join(releasesDir, currentRelease(releasesDir) ?? "");
    const shownCards = new Set(await namesIn(join(current, "client/cards")));
    const counts = [
      ...kept.map((folder) => removeIn(join(folder, "content/photos"), (name) => name === photo)),
      ...sites.map((folder) => removeIn(join(folder, "client/pictures"), (name) => madeOfIt.test(name))),
      // It is unknown which photograph a card shows, so all old cards go; only links shared earlier refer to them.
      ...sites.map((folder) => removeIn(join(folder, "client/cards"), (name) => !shownCards.has(name))),
      removeIn(join(cacheDir, "pictures"), (name) => madeOfIt.test(name)),
      removeIn(join(cacheDir, "cards"), () => true),
    ];
    const removed = await Promise.all(counts);
    await sweepPhotos(photoStoreOf(releasesDir));
    return removed.reduce((sum, count) => sum + count, 0);
  });
}

async function removeIn(folder: string, isWithdrawn: (name: string) => boolean): Promise<number> {
  const names = (await namesIn(folder)).filter(isWithdrawn);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
