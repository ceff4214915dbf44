import { readdir, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { dayInWarsaw, nextChange } from "../content-model/content-on-day.ts";
import { describeDue } from "../content-model/describe-due.ts";
import { type LoadedFolder, loadFolder } from "../content-model/load.ts";
import { readSite } from "../server/build-facts.ts";
import { currentRelease } from "../server/releases.ts";
import { linesBetween } from "./changes-between.ts";
import { type Check, isError, type Problem } from "./checks/problem.ts";
import { flush } from "./durable-files.ts";
import { contentOf, type HistoryEntry, type HistoryFolders, type Origin, readEntry } from "./history.ts";
import { copyContent, filesIn, writeEntry } from "./kept-content.ts";
import { withLock } from "./lock.ts";
import { photoStoreOf, sweepPhotos } from "./photo-store.ts";
import { finishPuttingBack } from "./put-back.ts";
import { createUnfinished, nextName, remove, switchTo, thin } from "./release-store.ts";
import { trialContent } from "./trial-content.ts";

/** The parts of a publication, in their order; `switch` shows it to visitors. */
export type PublicationStep = "content" | "pictures" | "pages" | "checks" | "switch";

/** What a publication tells while it works. `waiting` means that another one comes first. */
export type PublicationEvent =
  | { readonly kind: "waiting" }
  | { readonly kind: "step"; readonly step: PublicationStep }
  | { readonly kind: "picture"; readonly done: number; readonly total: number; readonly photo: string }
  | { readonly kind: "notice"; readonly text: string };

export interface PublishDeps {
  readonly releasesDir: string;
  readonly historyDir: string;
  /** The trial site that visitors see before the first publication. */
  readonly siteDir?: string;
  /** Makes a release of content as it holds at a moment; returns the paths of the files that are new on the disk. */
  build(
    source: LoadedFolder,
    folder: string,
    options: { previousDir: string | undefined; now: Date; tell: PublishDeps["tell"] },
  ): Promise<readonly string[]>;
  /** Checks a release; an error among its problems keeps it from visitors. */
  check(folder: string): Promise<readonly Check[]> | readonly Check[];
  now(): Date;
  /** How long it waits for another publication. */
  readonly waitMs?: number;
  /** Hears what the publication is doing. */
  tell(event: PublicationEvent): void;
}

export interface Publication {
  readonly contentDir: string;
  readonly origin: Origin;
  /** The earlier publication whose content is shown again. */
  readonly restores?: string | undefined;
  /** The device of the panel that asked for it. */
  readonly by?: string | undefined;
}

export type Published =
  | { readonly kind: "published"; readonly name: string; readonly version: string }
  | { readonly kind: "refused"; readonly errors: readonly Problem[] }
  | { readonly kind: "busy" };

/** Makes a release of the content, checks it and shows it to visitors; until its last step they see the one before it. */
export async function publish(publication: Publication, deps: PublishDeps): Promise<Published> {
  const { releasesDir, waitMs, tell } = deps;
  const wait = { waitMs, onWaiting: () => tell({ kind: "waiting" }) };
  const published = await withLock(releasesDir, wait, async () => {
    await publishTrial(publication, deps);
    return publishAlone(publication, deps);
  });
  return published ?? { kind: "busy" };
}

/** Before the first publication: what visitors see until then becomes one, so that there is something to come back to. */
async function publishTrial({ contentDir }: Publication, deps: PublishDeps): Promise<void> {
  const { siteDir, releasesDir } = deps;
  const shown = siteDir === undefined ? undefined : trialContent(siteDir);
  if (shown === undefined || currentRelease(releasesDir) !== undefined) return;
  if (shown === resolve(contentDir)) return;
  try {
    // Content that will be refused is no reason to publish anything.
    loadFolder(contentDir);
    // Not reported: its steps would be taken for those of the publication that follows.
    await publishAlone({ contentDir: shown, origin: "command" }, { ...deps, tell() {} });
  } catch {
    // The publication itself tells what is wrong with its content. A trial that cannot be published stands in nobody's way.
  }
}

async function publishAlone(publication: Publication, deps: PublishDeps): Promise<Published> {
  const { contentDir, origin, restores, by } = publication;
  const { releasesDir, now, tell } = deps;
  const begin = (step: PublicationStep) => tell({ kind: "step", step });
  const previous = currentRelease(releasesDir);
  // Somebody has published other content since this renewal was decided on.
  if ((origin === "schedule" || origin === "update") && restores !== previous) return { kind: "busy" };
  const previousDir = previous && join(releasesDir, previous);
  const photoStore = photoStoreOf(releasesDir);
  const folder = await createUnfinished(releasesDir);
  try {
    const kept = join(folder, "content");
    begin("content");
    finishPuttingBack(contentDir);
    const source = await copyContent(contentDir, kept, photoStore);
    begin("pictures");
    // The moment before the build: what changes during it is the next publication's.
    const at = now();
    const written = await deps.build(source, folder, { previousDir, now: at, tell });
    begin("checks");
    const errors = (await deps.check(folder)).flatMap(({ problems }) => problems.filter(isError));
    if (errors.length > 0) return { kind: "refused", errors };
    const version = readSite(folder)?.version ?? "";
    const name = nextName(releasesDir, version, at);
    const entry: HistoryEntry = {
      name,
      at: at.toISOString(),
      origin,
      previous,
      restores,
      by,
      nextChange: nextChange(source.content, at)?.toISOString(),
      changes: changesSince(previous, { source, at }, deps),
    };
    begin("switch");
    await writeEntry(folder, entry);
    await flushAll(folder, [...written, ...(await filesIn(kept)).map((name) => join(kept, name))]);
    await rename(folder, join(releasesDir, name));
    await flush(releasesDir);
    await switchTo(releasesDir, name);
    await thin(deps, at);
    return { kind: "published", name, version };
  } finally {
    await remove(folder);
    await sweepPhotos(photoStore);
  }
}

/** What the owner changed, and what came due. */
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

/** Before visitors see it, all of a release is on the disk for good, folders included. */
async function flushAll(folder: string, written: readonly string[]): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const paths = folders.map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all([...written, join(folder, "entry.json"), ...paths, folder].map(flush));
}
