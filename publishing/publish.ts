import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { photoFiles } from "../app/payloads.ts";
import { dayInWarsaw, describeDatedChanges, nextChange } from "../content-model/content-on-day.ts";
import { formatChange } from "../content-model/describe-changes.ts";
import { checkContent, type LoadedFolder, loadFolder } from "../content-model/load.ts";
import { ContentError, type ContentProblem } from "../content-model/problems.ts";
import { listPhotos, readContentFolder, requireFolder } from "../content-model/read-content.ts";
import { readLedger } from "../opinions/ledger.server.ts";
import { readSite } from "../server/build-facts.ts";
import { isThisMachine } from "../server/config.ts";
import { flush, ignoreMissing, isDiskFull } from "../server/durable-files.ts";
import { currentRelease } from "../server/releases.ts";
import { isClockSteady } from "../server/steady-clock.ts";
import { buildRelease } from "./build-release.ts";
import { requireCodeBuild } from "./code-build.ts";
import { changesBetween, filesIn, nameOfTexts } from "./compare-content.ts";
import { answerParent } from "./fork-program.ts";
import { contentOf, type HistoryEntry, type HistoryFolders, readEntry, trialContent } from "./history.ts";
import { findForbiddenSamples } from "./launch/forbidden-samples.ts";
import { withLock } from "./lock.ts";
import { findAltered } from "./opinions/find-altered.ts";
import { PictureError } from "./photos/photo-problem.ts";
import { linkFile } from "./release-files.ts";
import { clearUnfinished, nextName, pruneReleases, remove, switchTo } from "./release-store.ts";
import { finishReplacement } from "./replace-content.ts";
import type {
  ChildMessage,
  Publication,
  PublicationEvent,
  PublicationOutcome,
  PublicationRequest,
  Published,
} from "./start-publication.ts";

// Runs as its own process, so the server neither waits nor grows. If it is killed, the next publication removes what it leaves.
if (import.meta.main)
  answerParent(async (request: PublicationRequest) => {
    return { kind: "outcome", outcome: await run(request) } satisfies ChildMessage;
  });

async function run(request: PublicationRequest): Promise<PublicationOutcome> {
  try {
    return await runPublication(request);
  } catch (error) {
    if (error instanceof ContentError) return { kind: "invalid", problems: error.problems };
    if (error instanceof PictureError) return { kind: "unusable-picture", text: error.message };
    if (isDiskFull(error)) return { kind: "failed", reason: "na dysku nie ma miejsca" };
    const { stack = String(error) } = error as Error;
    return { kind: "failed", reason: stack, mayQuote: true };
  }
}

function runPublication({ publication, config }: PublicationRequest): Promise<PublicationOutcome> {
  const { settings, codeDir, cacheDir, dataDir } = config;
  const code = requireCodeBuild(codeDir);
  const { origin, wasShown = origin === "update" || origin === "schedule" } = publication;
  return publish(publication, {
    ...config,
    onEvent: (event) => process.send?.(event satisfies ChildMessage),
    async build(source, folder, options) {
      const refuse = (problems: readonly ContentProblem[]) => {
        if (problems.length > 0) throw inOriginal(problems, publication.contentDir);
      };
      const ledger = readLedger(dataDir);
      const kind = { wasShown, isEarlier: origin === "restore" };
      const forbidden = wasShown || isThisMachine(settings.siteUrl) ? [] : findForbiddenSamples(source);
      refuse([...forbidden, ...findAltered(source, ledger, kind)]);
      const facts = { code, cacheDir, received: ledger.received };
      await buildRelease({ ...settings, source }, folder, { ...options, ...facts });
      // An opinion may have been withdrawn meanwhile (C5.3).
      refuse(findAltered(source, readLedger(dataDir), kind));
    },
    isTrialShown: isThisMachine(settings.siteUrl),
    now: () => new Date(),
    isClockSteady: () => isClockSteady(dataDir, Date.now()),
  });
}

/** An error that refers to the original files, which the owner has to fix, not to their copy (C7.3, C5.2). */
function inOriginal(problems: readonly ContentProblem[], contentDir: string): ContentError {
  return new ContentError(problems.map((one) => ({ ...one, file: join(contentDir, basename(one.file)) })));
}

export interface PublishDeps extends HistoryFolders {
  /** The trial site that visitors see before the first publication, but not at a public address (C7.1). */
  readonly siteDir: string;
  readonly isTrialShown: boolean;
  /** Builds a release of the content as it applies at a moment. */
  build(
    source: LoadedFolder,
    folder: string,
    options: { previousDir: string; now: Date; onEvent: PublishDeps["onEvent"] },
  ): Promise<void>;
  now(): Date;
  /** Whether the clock is reliable enough to remove old releases. */
  isClockSteady(): Promise<boolean>;
  readonly waitMs?: number;
  onEvent(event: PublicationEvent): void;
}

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
  const { siteDir, isTrialShown, releasesDir } = deps;
  const shown = isTrialShown ? trialContent(siteDir) : undefined;
  if (shown === undefined || currentRelease(releasesDir) !== undefined) return;
  if (shown === resolve(contentDir)) return;
  try {
    // Throws if the requested content is invalid: then nothing is published at all.
    loadFolder(contentDir);
    // Its steps would look like those of the requested publication. Its pictures are reported, because silence would end the process.
    const onEvent = (event: PublicationEvent) => event.kind === "picture" && deps.onEvent(event);
    await publishUnderLock({ contentDir: shown, origin: "command" }, { ...deps, onEvent });
  } catch {
    // Invalid content is reported by the publication itself, and a trial that cannot be published must not block it.
  }
}

async function publishUnderLock(publication: Publication, deps: PublishDeps): Promise<Published> {
  const { contentDir, basedOn, texts, origin, restores, by } = publication;
  const { siteDir, releasesDir, now, onEvent } = deps;
  const previous = currentRelease(releasesDir);
  if (basedOn !== undefined && basedOn !== previous) return { kind: "busy" };
  const previousDir = previous === undefined ? siteDir : join(releasesDir, previous);
  const folder = await clearUnfinished(releasesDir);
  await mkdir(folder);
  try {
    const kept = join(folder, "content");
    onEvent({ kind: "step", step: "content" });
    finishReplacement(contentDir);
    const source = await copyContent(contentDir, kept, join(previousDir, "content"));
    if (texts !== undefined && texts !== nameOfTexts(kept)) return { kind: "busy" };
    onEvent({ kind: "step", step: "pictures" });
    // Taken before the build: what becomes due during it belongs to the next publication.
    const at = now();
    await deps.build(source, folder, { previousDir, now: at, onEvent });
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
    onEvent({ kind: "step", step: "switch" });
    await writeFile(join(folder, "entry.json"), JSON.stringify(entry, null, 2));
    await flushAll(folder);
    await rename(folder, join(releasesDir, name));
    await flush(releasesDir);
    await switchTo(releasesDir, name);
    return { kind: "published", name, version };
  } finally {
    await remove(folder);
    await tidy(deps);
  }
}

/**
 * Copies a content folder, with only the photographs and the logo that its texts name. Checks the copy, because the original may change
 * meanwhile and exactly what was checked is published and kept. Throws a ContentError.
 */
async function copyContent(from: string, to: string, previous: string): Promise<LoadedFolder> {
  requireFolder(from);
  await mkdir(join(to, "photos"), { recursive: true });
  for (const name of await filesIn(from)) await copyFile(join(from, name), join(to, name));
  const { files, media } = readContentFolder(to);
  const checked = checkContent({ files, media: { ...media, photos: listPhotos(from) } });
  if (!checked.ok) throw inOriginal(checked.problems, from);
  const { content } = checked;
  for (const name of Object.keys(media.logos)) if (name !== content.site.logo) await rm(join(to, name));
  for (const name of photoFiles(content)) {
    const photo = join("photos", name);
    // If one has just been removed, the build reports it.
    await keepPhoto(join(from, photo), join(to, photo), join(previous, photo)).catch(ignoreMissing);
  }
  return { folder: to, files, content };
}

/** Copies a photograph, or links to the one of the previous publication if that is the same. */
async function keepPhoto(source: string, target: string, before: string): Promise<void> {
  const bytes = await readFile(source);
  const isUnchanged = (await readFile(before).catch(ignoreMissing))?.equals(bytes);
  await (isUnchanged ? linkFile(before, target) : writeFile(target, bytes));
}

/** Removes old releases. A failure does not change the outcome: the next publication tries again. */
async function tidy(deps: PublishDeps): Promise<void> {
  try {
    if (await deps.isClockSteady()) await pruneReleases(deps, deps.now());
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    console.error(`Uwaga: nie udało się usunąć starych wersji strony (${code}).`);
  }
}

function changesSince(
  previous: string | undefined,
  { source, at }: { source: LoadedFolder; at: Date },
  folders: HistoryFolders,
): string[] | undefined {
  const contentBefore = previous && contentOf(folders, previous);
  if (!contentBefore) return undefined;
  const shownAt = new Date(readEntry(folders, previous)?.at ?? at);
  const due = describeDatedChanges(source.content, dayInWarsaw(shownAt), dayInWarsaw(at));
  return [...changesBetween(contentBefore, source.folder).map(formatChange), ...due];
}

/** Flushes a release to disk, folders included, before visitors see it. Files with several links are on the disk already. */
async function flushAll(folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const flushNew = async (path: string) => {
    const stats = await stat(path);
    if (stats.isDirectory() || stats.nlink === 1) await flush(path);
  };
  await Promise.all([folder, ...paths].map(flushNew));
}
