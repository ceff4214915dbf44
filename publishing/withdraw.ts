import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { type ContentName, contentNames } from "../content-model/content.ts";
import { fileLabels, shorten } from "../content-model/describe-changes.ts";
import { namedPhotos, photosWithin } from "../content-model/named-photos.ts";
import { type Path, valueAt } from "../content-model/path.ts";
import { type RawContent, readContentFolder, valuesOf } from "../content-model/read-content.ts";
import { applyChanges } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/change.ts";
import type { Config } from "../server/config.ts";
import { ignoreMissing, isDiskFull, writeAtomically } from "../server/durable-files.ts";
import { currentRelease, releaseDirs } from "../server/releases.ts";
import type { Draft } from "./draft.ts";
import { contentOf, shownContent } from "./history.ts";
import { withLock } from "./lock.ts";
import { ensureOwnContent } from "./own-content.ts";
import { changeNote } from "./photos/photo-notes.ts";
import { clearUnfinished, moveToHistory, photoStoreOf, remove, sweepPhotos } from "./release-store.ts";
import { planPhotoRemoval } from "./remove-photo.ts";
import { replacedContents } from "./replace-content.ts";
import type { Publication, PublicationOutcome } from "./start-publication.ts";

export interface WithdrawDeps {
  readonly config: Config;
  readonly draft: Pick<Draft, "change" | "read">;
  publish(publication: Publication): Promise<PublicationOutcome>;
  readonly by: string;
}

export type Withdrawn = { readonly kind: "withdrawn" } | PublicationOutcome;

/**
 * Republishes the current content without a photograph (and without other draft changes), removes it from the draft, and deletes
 * everything that was made from it. If the draft cannot be changed or nothing can be published, both stay as they are. Places that
 * require a photograph must already have another one.
 */
export async function withdrawPhoto(photo: string, deps: WithdrawDeps): Promise<Withdrawn> {
  const { config, draft } = deps;
  const removal: ChangesOf = (name, value) => planPhotoRemoval(name, value, photo).changes;
  await ensureOwnContent(config);
  const { files } = draft.read();
  const unreadable = contentNames.find((name) => files[name].problems.length > 0);
  const blockedBy = unreadable ?? changedTexts(files, removal).blockedBy;
  if (blockedBy) return { kind: "failed", reason: unchangeable(blockedBy) };
  const outcome = await publishWithout(removal, deps);
  if (outcome && outcome.kind !== "published") return outcome;
  const { files: now } = draft.read();
  for (const name of contentNames) {
    const { value, problems } = now[name];
    const changes = removal(name, value);
    const unmade = changes.length > 0 ? await draft.change(name, changes) : [];
    // Somebody has changed the draft in the meantime.
    if (problems.length + unmade.length > 0) return { kind: "busy" };
  }
  if (!(await removeUnshownPhoto(photo, config))) return { kind: "busy" };
  // Content that a restore has replaced also has photographs and consents.
  const replaced = replacedContents(config.ownContentDir);
  for (const folder of replaced) await forgetConsents(photo, folder);
  // The draft last: without its photograph nobody could ask again after an interruption.
  for (const folder of [...replaced, config.ownContentDir]) {
    const photosDir = join(folder, "photos");
    if (!existsSync(photosDir)) continue;
    await changeNote(photosDir, photo, () => undefined);
    await rm(join(photosDir, photo), { force: true });
  }
  return { kind: "withdrawn" };
}

type ChangesOf = (name: ContentName, value: unknown) => readonly Change[];

/** Publishes the current content with these changes alone; undefined if there are none. */
export async function publishWithout(
  changesOf: ChangesOf,
  { config, publish, by }: WithdrawDeps,
): Promise<PublicationOutcome | undefined> {
  const basedOn = currentRelease(config.releasesDir) ?? "";
  const shown = contentOf(config, basedOn);
  if (shown === undefined) return undefined;
  const { changed, blockedBy } = changedTexts(readContentFolder(shown).files, changesOf);
  if (changed.length === 0) return undefined;
  if (blockedBy) return { kind: "failed", reason: unchangeable(blockedBy) };
  const folder = await mkdtemp(join(config.dataDir, "withdrawing-"));
  try {
    await cp(shown, folder, { recursive: true });
    for (const { name, source } of changed) await writeFile(join(folder, `${name}.yaml`), source);
    return await publish({ contentDir: folder, basedOn, origin: "panel", by, wasShown: true });
  } finally {
    await remove(folder);
  }
}

/** The files that changes concern, with their new text; `blockedBy` is one that cannot be changed. */
function changedTexts(files: RawContent["files"], changesOf: ChangesOf) {
  const changed = contentNames.flatMap((name) => {
    const { value, source = "" } = files[name];
    const changes = changesOf(name, value);
    return changes.length > 0 ? { name, ...applyChanges(source, changes) } : [];
  });
  return { changed, blockedBy: changed.find(({ unmade }) => unmade.length > 0)?.name };
}

const unchangeable = (name: ContentName) => `pliku ${name}.yaml nie da się zmienić`;

type Places = Pick<Config, "releasesDir" | "historyDir" | "cacheDir" | "siteDir">;

/**
 * Removes a photograph from older releases, the trial site, the cache and the kept content, and its words from all lists of changes.
 * Releases that showed it become history, because their pages hold its words. False if the current release shows it or a publication
 * is running.
 */
export async function removeUnshownPhoto(photo: string, places: Places): Promise<boolean> {
  const { releasesDir, cacheDir, siteDir } = places;
  const isDone = await withLock(releasesDir, {}, async () => {
    await clearUnfinished(releasesDir);
    const shown = shownContent(places);
    const named = shown === undefined ? [] : namedPhotos(valuesOf(readContentFolder(shown)));
    if (named.some(({ file }) => file === photo)) return false;
    const current = join(releasesDir, currentRelease(releasesDir) ?? "");
    const quotes: Quote[] = [];
    const showing = (await keptContents(places)).filter((one) =>
      addQuotes(photo, join(one, "content"), quotes),
    );
    for (const folder of await keptContents(places)) await removeQuotes(quotes, join(folder, "entry.json"));
    // Without content it was being moved when a withdrawal was interrupted.
    for (const release of releaseDirs(releasesDir).filter((one) => one !== current))
      if (showing.includes(release) || !existsSync(join(release, "content")))
        await moveToHistory(places, release);
    const sites = [...releaseDirs(releasesDir), siteDir];
    const kept = await keptContents(places);
    const stem = basename(photo, extname(photo)).replaceAll(/\W/g, "\\$&");
    const derivedName = new RegExp(`^(${stem}-[0-9a-f]{10})(?:-\\d+\\.\\w+)?$`);
    const data = await readFile(join(current, "data.json"), "utf8").catch(() => "");
    // `sala.png` has pictures of the same form as `sala.jpg`.
    const isWithdrawn = (name: string) => {
      const [, picture] = derivedName.exec(name) ?? [];
      return picture !== undefined && !data.includes(`"/pictures/${picture}"`);
    };
    const shownCards = new Set(await namesIn(join(current, "client/cards")));
    await Promise.all([
      ...kept.map((folder) => removeIn(join(folder, "content/photos"), (name) => name === photo)),
      ...sites.map((folder) => removeIn(join(folder, "client/pictures"), isWithdrawn)),
      // It is unknown which photograph a card shows, so all old cards go; only links shared earlier refer to them.
      ...sites.map((folder) => removeIn(join(folder, "client/cards"), (name) => !shownCards.has(name))),
      // The panel shows only the current release's posters.
      ...sites
        .filter((folder) => folder !== current)
        .map((folder) => removeIn(join(folder, "client/druk"), () => true)),
      removeIn(join(cacheDir, "pictures"), isWithdrawn),
      removeIn(join(cacheDir, "cards"), () => true),
    ]);
    // The texts last: they say what is left to do after an interruption.
    for (const folder of kept) {
      const content = join(folder, "content");
      try {
        await forgetConsents(photo, content);
        // So that the publication can be restored.
        await changeTexts(content, (name, value) => planPhotoRemoval(name, value, photo).changes);
      } catch (error) {
        if (isDiskFull(error)) throw error;
        // An earlier one whose text cannot be changed cannot be restored without the photograph.
        if (folder !== current && folder !== siteDir) await remove(content);
      }
    }
    await sweepPhotos(photoStoreOf(releasesDir));
    return true;
  });
  return isDone === true;
}

/** The folders of all releases, the trial site and the history. */
export async function keptContents({ releasesDir, siteDir, historyDir }: Omit<Places, "cacheDir">) {
  const history = (await namesIn(historyDir)).map((name) => join(historyDir, name));
  return [...releaseDirs(releasesDir), siteDir, ...history];
}

/** Words that a list of changes may quote: a person's name anywhere, others only in lines about their file. */
export type Quote = readonly [words: string, file?: ContentName | undefined];

/** Adds how lists of changes quote a photograph's words and people; returns whether the content names it. */
function addQuotes(photo: string, contentDir: string, quotes: Quote[]): boolean {
  if (!existsSync(contentDir)) return false;
  const values = valuesOf(readContentFolder(contentDir));
  const uses = namedPhotos(values).filter(({ file }) => file === photo);
  for (const { name, path } of uses) {
    const [picture, entry] = [path.slice(0, -1), path.slice(0, -2)];
    const add = (at: Path, file?: ContentName) => {
      const words = valueAt(values[name], at);
      if (typeof words === "string" && words) quotes.push([shorten(words), file]);
    };
    add([...picture, "alt"], name);
    add([...entry, "caption"], name);
    add([...entry, "consent", "person"]);
  }
  return uses.length > 0;
}

/** Removes the names of the people on a photograph from the texts of a content folder. */
async function forgetConsents(photo: string, contentDir: string): Promise<void> {
  if (!existsSync(contentDir)) return;
  await changeTexts(contentDir, (_name, value) => {
    const uses = photosWithin(value).filter(({ file }) => file === photo);
    return uses.flatMap(({ path }): Change[] => {
      const at = [...path.slice(0, -2), "consent", "person"];
      const person = valueAt(value, at);
      if (typeof person !== "string") return [];
      return [{ do: "set", at, old: person, value: consentWithdrawn }];
    });
  });
}

/** Changes the texts of a content folder in place; throws if that is impossible. */
export async function changeTexts(contentDir: string, changesOf: ChangesOf): Promise<void> {
  const { changed, blockedBy } = changedTexts(readContentFolder(contentDir).files, changesOf);
  if (blockedBy) throw new Error(unchangeable(blockedBy));
  for (const { name, source } of changed) await writeAtomically(join(contentDir, `${name}.yaml`), source);
}

/** What surrounds a quote in a line of changes: it is in quotation marks, or part of the path to a field. */
const quoteDelimiters = [
  ["„", "”"],
  ["› ", " ›"],
  ["› ", ":"],
] as const;

const jsonString = /"(?:[^"\\]|\\.)*"/g;

/** Removes names and words that a publication's list of changes quotes. */
export async function removeQuotes(quotes: readonly Quote[], entryFile: string): Promise<void> {
  let entry = quotes.length > 0 ? await readFile(entryFile, "utf8").catch(ignoreMissing) : undefined;
  if (entry === undefined) return;
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  for (const [quote, file] of quotes) {
    const start = `"${file ? fileLabels[file] : ""}`;
    const without = (line: string) =>
      quoteDelimiters.reduce(
        (rest, [open, close]) => rest.replaceAll(inJson(open + quote + close), `${open}…${close}`),
        line,
      );
    entry = entry.replaceAll(jsonString, (line) => (line.startsWith(start) ? without(line) : line));
  }
  await writeAtomically(entryFile, entry);
}

/** Replaces the person's name. */
const consentWithdrawn = "zgoda wycofana";

async function removeIn(folder: string, isWithdrawn: (name: string) => boolean): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isWithdrawn))
    await rm(join(folder, name), { recursive: true, force: true });
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
