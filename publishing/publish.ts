import { readdir, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { dayInWarsaw, describeDue, nextChange } from "../content-model/content-on-day.ts";
import { type LoadedFolder, loadFolder } from "../content-model/load.ts";
import { readSite } from "../server/build-facts.ts";
import { flush } from "../server/durable-files.ts";
import { currentRelease } from "../server/releases.ts";
import { copyContent, filesIn, linesBetween, photoStoreOf, sweepPhotos } from "./content-copy.ts";
import {
  contentOf,
  type HistoryEntry,
  type HistoryFolders,
  type Origin,
  readEntry,
  trialContent,
} from "./history.ts";
import { withLock } from "./lock.ts";
import { createUnfinished, nextName, pruneReleases, remove, switchTo } from "./release-store.ts";
import { finishRestore } from "./restore-content.ts";

/** The steps of a publication in order; `switch` makes it visible to visitors. */
export type PublicationStep = "content" | "pictures" | "pages" | "switch";

/** Progress of a publication. `waiting` means that another one is still running. */
export type PublicationEvent =
  | { readonly kind: "waiting" }
  | { readonly kind: "step"; readonly step: PublicationStep }
  | { readonly kind: "picture"; readonly done: number; readonly total: number; readonly photo: string };

export interface PublishDeps extends HistoryFolders {
  /** The trial site that visitors see before the first publication. */
  readonly siteDir?: string;
  /** Builds a release of the content as it applies at a moment; returns the paths of newly written files. */
  build(
    source: LoadedFolder,
    folder: string,
    options: { previousDir: string | undefined; now: Date; onEvent: PublishDeps["onEvent"] },
  ): Promise<readonly string[]>;
  now(): Date;
  /** Whether the clock is reliable enough to remove what is too old. */
  isClockSteady(): Promise<boolean>;
  /** How long to wait for another publication. */
  readonly waitMs?: number;
  onEvent(event: PublicationEvent): void;
}

export interface Publication {
  readonly contentDir: string;
  readonly origin: Origin;
  /** The earlier publication whose content is shown again. */
  readonly restores?: string | undefined;
  /** The panel device that requested it. */
  readonly by?: string | undefined;
  /** Visitors have seen all of it before, so it may hold what a new publication must not (C7.3). */
  readonly wasShown?: boolean;
}

export type Published =
  | { readonly kind: "published"; readonly name: string; readonly version: string }
  | { readonly kind: "busy" };

/** Builds a release and shows it to visitors, who see the previous one until the last step. */
export async function publish(publication: Publication, deps: PublishDeps): Promise<Published> {
  const { releasesDir, waitMs, onEvent } = deps;
  const wait = { waitMs, onWaiting: () => onEvent({ kind: "waiting" }) };
  const published = await withLock(releasesDir, wait, async () => {
    await publishTrial(publication, deps);
    return publishUnderLock(publication, deps);
  });
  return published ?? { kind: "busy" };
}

/** Before the first publication, publishes the trial site's content, so there is something to roll back to. */
async function publishTrial({ contentDir }: Publication, deps: PublishDeps): Promise<void> {
  const { siteDir, releasesDir } = deps;
  const shown = siteDir === undefined ? undefined : trialContent(siteDir);
  if (shown === undefined || currentRelease(releasesDir) !== undefined) return;
  if (shown === resolve(contentDir)) return;
  try {
    // Throws if the requested content is invalid: then nothing is published at all.
    loadFolder(contentDir);
    // Not reported, because its steps would look like those of the requested publication.
    await publishUnderLock({ contentDir: shown, origin: "command" }, { ...deps, onEvent() {} });
  } catch {
    // Invalid content is reported by the publication itself, and a trial that cannot be published must not block it.
  }
}

async function publishUnderLock(publication: Publication, deps: PublishDeps): Promise<Published> {
  const { contentDir, origin, restores, by } = publication;
  const { siteDir, releasesDir, now, onEvent } = deps;
  const begin = (step: PublicationStep) => onEvent({ kind: "step", step });
  const previous = currentRelease(releasesDir);
  // Something else was published since this was scheduled.
  if ((origin === "schedule" || origin === "update") && restores !== previous) return { kind: "busy" };
  const previousDir = previous === undefined ? siteDir : join(releasesDir, previous);
  const photoStore = photoStoreOf(releasesDir);
  const folder = await createUnfinished(releasesDir);
  try {
    const kept = join(folder, "content");
    begin("content");
    finishRestore(contentDir);
    const source = await copyContent(contentDir, kept, photoStore);
    begin("pictures");
    // Taken before the build: what becomes due during it belongs to the next publication.
    const at = now();
    const written = await deps.build(source, folder, { previousDir, now: at, onEvent });
    const version = readSite(folder)?.version ?? "";
    const name = nextName(releasesDir, version, at);
    const entry: HistoryEntry = {
      name,
      at: at.toISOString(),
      origin,
      previous,
      restores,
      by,
      nextChange: nextChange(source.content, dayInWarsaw(at)),
      changes: changesSince(previous, { source, at }, deps),
    };
    begin("switch");
    await writeFile(join(folder, "entry.json"), JSON.stringify(entry, null, 2));
    await flushAll(folder, [...written, ...(await filesIn(kept)).map((name) => join(kept, name))]);
    await rename(folder, join(releasesDir, name));
    await flush(releasesDir);
    await switchTo(releasesDir, name);
    return { kind: "published", name, version };
  } finally {
    await remove(folder);
    await tidy(deps);
  }
}

/** Removes what is too old and what is left. What fails here changes no outcome: the next publication tries again. */
async function tidy(deps: PublishDeps): Promise<void> {
  try {
    if (await deps.isClockSteady()) await pruneReleases(deps, deps.now());
    await sweepPhotos(photoStoreOf(deps.releasesDir));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    console.error(`Uwaga: nie udało się usunąć starych wersji strony (${code}).`);
  }
}

/** The owner's changes and what became due. */
function changesSince(
  previous: string | undefined,
  { source, at }: { source: LoadedFolder; at: Date },
  folders: HistoryFolders,
): string[] | undefined {
  const contentBefore = previous && contentOf(folders, previous);
  if (!contentBefore) return undefined;
  const shownAt = new Date(readEntry(folders, previous)?.at ?? at);
  const due = describeDue(source.content, dayInWarsaw(shownAt), dayInWarsaw(at));
  return [...linesBetween(contentBefore, source.folder), ...due];
}

/** Flushes a release to disk, folders included, before visitors see it. */
async function flushAll(folder: string, written: readonly string[]): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const paths = folders.map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all([...written, join(folder, "entry.json"), ...paths, folder].map(flush));
}
