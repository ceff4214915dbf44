import { secondMs, systemClock } from "../enquiries/clock.ts";
import { describeError, type Log, LoggableError } from "../enquiries/log.ts";
import { singleFlight } from "../enquiries/single-flight.ts";
import type { Database } from "../enquiries/storage/database.server.ts";
import { createOpinions } from "../opinions/opinions.server.ts";
import { createDraft } from "../publishing/draft.ts";
import { withdrawOpinions } from "../publishing/opinions/withdraw-opinions.ts";
import { type Publication, startPublication } from "../publishing/start-publication.ts";
import { createGrowingPause } from "../server/growing-pause.ts";
import type { Settings } from "../server/settings.ts";

type Options = { settings: Settings; database: Database; log: Log };

const pollMs = 10 * secondMs;
/** In polls: what cannot be taken out is tried again at least once an hour. */
const maxPause = 360;

/**
 * Opens the opinions and takes withdrawn ones out of all content of this server, at once and from then on, whoever withdrew them: the
 * person, the owner, an erasure, another server or a restored copy. What fails is tried again, and `isStuck` after five minutes.
 */
export function openOpinions({ settings, database, log }: Options) {
  const { dataDir, serviceUrl } = settings.config();
  const opinions = createOpinions({
    database,
    dataDir,
    siteUrl: serviceUrl,
    clock: systemClock,
    onWithdrawn: () => void sweep(),
  });
  const draft = createDraft(settings.config());
  const gone = new Set<string>();
  const pause = createGrowingPause(maxPause);

  const { run: sweep } = singleFlight(async () => {
    let name = "";
    let outcome: string | undefined;
    try {
      const left = (await opinions.sync()).withdrawn.filter((id) => !gone.has(id));
      name = left.join();
      if (left.length === 0) return pause.succeed();
      if (!pause.isOver(name)) return;
      const config = settings.config();
      const publish = async (publication: Publication) => {
        const ended = await startPublication(config, publication, () => {});
        outcome = ended.kind;
        return ended;
      };
      const deps = { config, draft, publish, by: "Wycofana opinia" };
      if (!(await withdrawOpinions(left, deps)))
        throw new LoggableError("another publication runs, or it failed");
      pause.succeed();
      for (const id of left) gone.add(id);
    } catch (error) {
      if (pause.fail(name))
        log.warn({ ...describeError(error), outcome }, "withdrawn opinions may still be on the pages");
    }
  });

  void sweep();
  const timer = setInterval(sweep, pollMs);
  return { ...opinions, isStuck: pause.isStuck, stop: () => clearInterval(timer) };
}
