import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { type ContentName, contentNames, type Values } from "../content-model/content.ts";
import { fileLabel, shorten } from "../content-model/describe-changes.ts";
import { namedPhotos, photosWithin } from "../content-model/named-photos.ts";
import { isSame, type Path, valueAt } from "../content-model/path.ts";
import { type RawContent, readContentFolder, valuesOf } from "../content-model/read-content.ts";
import { applyChanges } from "../content-model/writing/apply-changes.ts";
import type { Change } from "../content-model/writing/change.ts";
import type { Config } from "../server/config.ts";
import { isDiskFull, readJson, writeAtomically } from "../server/durable-files.ts";
import { currentRelease, releaseDirs } from "../server/releases.ts";
import type { Draft } from "./draft.ts";
import { contentOf, type HistoryEntry, type HistoryFolders, shownContent } from "./history.ts";
import { withLock } from "./lock.ts";
import { ensureOwnContent } from "./own-content.ts";
import { changeNote } from "./photos/photo-notes.ts";
import { linkFile } from "./release-files.ts";
import { clearUnfinished, moveToHistory, remove } from "./release-store.ts";
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

type Places = HistoryFolders & Pick<Config, "cacheDir" | "siteDir">;

/**
 * Removes a photograph from earlier publications, the trial site and the cache, and its words from all lists of changes. False if the
 * current release shows it or a publication is running.
 */
export async function removeUnshownPhoto(photo: string, places: Places): Promise<boolean> {
  const { releasesDir, cacheDir, siteDir } = places;
  const stem = basename(photo, extname(photo)).replaceAll(/\W/g, "\\$&");
  const derivedName = new RegExp(`^${stem}-[0-9a-f]{10}(?:-\\d+\\.\\w+)?$`);
  const isDone = await withLock(releasesDir, {}, async () => {
    const shown = shownContent(places) ?? "";
    const now: Values = shown ? valuesOf(readContentFolder(shown)) : {};
    const isForgotten = await forgetEarlier(places, {
      isIn: (content) => existsSync(join(content, "photos", photo)),
      quotesIn: (content) => quotesOf(content, photo),
      async forgetIn(content) {
        await forgetConsents(photo, content);
        // So that the publication can be restored. A place that requires a photograph gets the one that is shown there now.
        await changeTexts(content, (name, value) => planPhotoRemoval(name, value, photo, now[name]).changes);
        for (const { file } of namedPhotos(valuesOf(readContentFolder(content)))) {
          const [from, to] = [join(shown, "photos", file), join(content, "photos", file)];
          if (!existsSync(to) && existsSync(from)) await linkFile(from, to);
        }
        await rm(join(content, "photos", photo), { force: true });
      },
    });
    if (!isForgotten) return false;
    for (const pictures of [join(cacheDir, "pictures"), join(siteDir, "client/pictures")])
      for (const name of (await namesIn(pictures)).filter((one) => derivedName.test(one)))
        await remove(join(pictures, name));
    // It is unknown which photograph a card shows.
    for (const cards of [join(cacheDir, "cards"), join(siteDir, "client/cards")]) await remove(cards);
    return true;
  });
  return isDone === true;
}

/** What is withdrawn. Its functions get the content folder of an earlier publication. */
interface Withdrawal {
  isIn(content: string): boolean;
  /** How lists of changes may quote it. */
  quotesIn(content: string): readonly Quote[];
  /** Throws if the texts cannot be changed. */
  forgetIn(content: string): Promise<unknown>;
}

/**
 * Removes something from earlier publications and from all lists of changes. Releases that showed it become history, because their pages
 * hold its words. False if the current release shows it. Call it only while holding the lock; it may be interrupted and repeated.
 */
export async function forgetEarlier(folders: HistoryFolders, withdrawal: Withdrawal): Promise<boolean> {
  const { releasesDir, historyDir } = folders;
  const { isIn, quotesIn, forgetIn } = withdrawal;
  await clearUnfinished(releasesDir);
  const shown = shownContent(folders);
  if (shown !== undefined && isIn(shown)) return false;
  const current = join(releasesDir, currentRelease(releasesDir) ?? "");
  for (const release of releaseDirs(releasesDir).filter((one) => one !== current)) {
    const content = join(release, "content");
    // Without content it was being moved when a withdrawal was interrupted.
    if (!existsSync(content) || isIn(content)) await moveToHistory(folders, release);
  }
  const history = (await namesIn(historyDir)).map((name) => join(historyDir, name));
  const contents = history.map((one) => join(one, "content")).filter((one) => existsSync(one) && isIn(one));
  const quotes = contents.flatMap(quotesIn);
  for (const folder of [...releaseDirs(releasesDir), ...history])
    await removeQuotes(quotes, join(folder, "entry.json"));
  // The texts last: they say what is left to do after an interruption.
  for (const content of contents) {
    try {
      await forgetIn(content);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      // What cannot be changed cannot be restored.
      await remove(content);
    }
  }
  return true;
}

/** Words that a list of changes may quote: a person's name anywhere, others only in lines about their file. */
export type Quote = readonly [words: string, file?: ContentName | undefined];

/** The words of a photograph and the names of its people. */
function quotesOf(content: string, photo: string): Quote[] {
  const values = valuesOf(readContentFolder(content));
  const uses = namedPhotos(values).filter(({ file }) => file === photo);
  return uses.flatMap(({ name, path }) => {
    const [picture, entry] = [path.slice(0, -1), path.slice(0, -2)];
    const quoted: [Path, ContentName?][] = [
      [[...picture, "alt"], name],
      [[...entry, "caption"], name],
      [[...entry, "consent", "person"]],
      [path],
    ];
    return quoted.flatMap(([at, file]): Quote[] => {
      const words = valueAt(values[name], at);
      return typeof words === "string" && words ? [[shorten(words), file]] : [];
    });
  });
}

/** Replaces the names of the people on a photograph in the texts of a content folder. */
async function forgetConsents(photo: string, contentDir: string): Promise<void> {
  if (!existsSync(contentDir)) return;
  await changeTexts(contentDir, (_name, value) => {
    const uses = photosWithin(value).filter(({ file }) => file === photo);
    return uses.flatMap(({ path }): Change[] => {
      const at = [...path.slice(0, -2), "consent", "person"];
      const person = valueAt(value, at);
      return typeof person === "string" ? [{ do: "set", at, old: person, value: "zgoda wycofana" }] : [];
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

/** Removes names and words that a publication's list of changes quotes. */
export async function removeQuotes(quotes: readonly Quote[], entryFile: string): Promise<void> {
  const entry = readJson<Partial<HistoryEntry>>(entryFile, {});
  const changes = entry.changes?.map((line) => quotes.reduce(withoutQuote, line));
  if (isSame(changes, entry.changes)) return;
  await writeAtomically(entryFile, JSON.stringify({ ...entry, changes }, null, 2));
}

function withoutQuote(line: string, [words, file]: Quote): string {
  if (file !== undefined && !line.startsWith(fileLabel(file))) return line;
  return quoteDelimiters.reduce(
    (rest, [open, close]) => rest.replaceAll(open + words + close, `${open}…${close}`),
    line,
  );
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
