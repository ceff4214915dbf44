import { dayInWarsaw } from "../content-model/content-on-day.ts";
import { createGrowingPause } from "../server/growing-pause.ts";
import { currentRelease } from "../server/releases.ts";
import { contentOf, type HistoryFolders, readEntry } from "./history.ts";
import type { Publication, PublicationOutcome } from "./start-publication.ts";

interface ScheduleDeps {
  readonly folders: HistoryFolders;
  /** Whether the pages were built by another version of the program or with other settings. */
  isOutdated(): boolean;
  isClockSteady(): Promise<boolean>;
  publish(publication: Publication): Promise<PublicationOutcome>;
  now(): Date;
  readonly log: Record<"info" | "error", (facts: object, text: string) => void>;
}

/** The longest pause before a failed publication is retried, in calls, which means minutes. */
const maxPause = 60;

/**
 * Republishes the current content when something in it is due (a notice, its end, a later price) or the pages are outdated. Call
 * `publishDue` every minute, unless it is still running: timers cannot wait for weeks, and the clock may change meanwhile. Each
 * publication records the next due day, so nothing is published twice, even if the clock is set back for some hours.
 */
export function createSchedule({ folders, isOutdated, isClockSteady, publish, now, log }: ScheduleDeps) {
  const pause = createGrowingPause(maxPause);

  async function publishDue(): Promise<void> {
    const name = currentRelease(folders.releasesDir) ?? "";
    const { at, nextChange: due } = readEntry(folders, name) ?? {};
    const contentDir = contentOf(folders, name);
    if (contentDir === undefined) return;
    const today = dayInWarsaw(now());
    // A clock that was ahead has published what applies on a later day (T24).
    const isAhead = at !== undefined && dayInWarsaw(new Date(at)) > today && (await isClockSteady());
    const isDue = isAhead || (due !== undefined && dayInWarsaw(new Date(due)) <= today);
    if (!isDue && !isOutdated()) return pause.succeed();
    if (!pause.isOver(name)) return;
    const origin = isDue ? "schedule" : "update";
    const what = isDue ? "what is due" : "new settings or an update";
    const outcome = await publish({ contentDir, basedOn: name, origin, restores: name });
    // Another publication is running; the next call sees its result.
    if (outcome.kind === "busy") return;
    if (outcome.kind === "published") {
      pause.succeed();
      return log.info({ due, release: outcome.name }, `published ${what}`);
    }
    pause.fail(name);
    const facts = { due, outcome: outcome.kind, ...reasonOf(outcome) };
    log.error(facts, `${what} cannot be published, the pages stay as they are`);
  }

  return { publishDue, isStuck: pause.isStuck };
}

/** Why nothing was published, without words of the content (T14). */
function reasonOf(outcome: PublicationOutcome) {
  if (outcome.kind === "failed" && !outcome.mayQuote) return { reason: outcome.reason };
  if (outcome.kind !== "invalid") return {};
  const files = new Set(outcome.problems.map(({ file }) => file));
  return { problems: outcome.problems.length, files: [...files] };
}
