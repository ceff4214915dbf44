import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { contentNames } from "../content-model/content.ts";
import { photosWithin } from "../content-model/media-checks.ts";
import { valueAt } from "../content-model/path.ts";
import { readContentFolder } from "../content-model/read-content.ts";
import { applyChanges } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/changes.ts";
import { currentRelease, releaseDirs } from "../server/releases.ts";
import { unlessMissing, writeAtomically } from "./durable-files.ts";
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
    for (const folder of kept) {
      const people = await forgetConsents(photo, join(folder, "content"));
      await removeNames(people, join(folder, "entry.json"));
    }
    const removed = await Promise.all(counts);
    await sweepPhotos(photoStoreOf(releasesDir));
    return removed.reduce((sum, count) => sum + count, 0);
  });
}

/** Removes the names of the people on a photograph from the texts of a content folder; returns them. */
export async function forgetConsents(photo: string, contentDir: string): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  if (!existsSync(contentDir)) return people;
  const { files } = readContentFolder(contentDir);
  for (const name of contentNames) {
    const { value, source = "" } = files[name];
    const uses = photosWithin(value).filter(({ file }) => file === photo);
    const changes = uses.flatMap(({ path }): Change[] => {
      const at = [...path.slice(0, -2), "consent", "person"];
      const person = valueAt(value, at);
      if (typeof person !== "string") return [];
      people.add(person);
      return [{ do: "set", at, old: person, value: withdrawn }];
    });
    if (changes.length > 0)
      await writeAtomically(join(contentDir, `${name}.yaml`), applyChanges(source, changes).source);
  }
  return people;
}

/** Removes names from the changes that a publication lists. */
async function removeNames(people: ReadonlySet<string>, entryFile: string): Promise<void> {
  const entry = people.size > 0 ? await readFile(entryFile, "utf8").catch(unlessMissing) : undefined;
  if (entry === undefined) return;
  const without = [...people].reduce((text, person) => text.replaceAll(`„${person}”`, "„…”"), entry);
  await writeAtomically(entryFile, without);
}

/** In place of the person's name. */
const withdrawn = "zgoda wycofana";

async function removeIn(folder: string, isWithdrawn: (name: string) => boolean): Promise<number> {
  const names = (await namesIn(folder)).filter(isWithdrawn);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
