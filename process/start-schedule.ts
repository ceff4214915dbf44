import { isOutdated } from "../publishing/basis.ts";
import { createSchedule } from "../publishing/schedule.ts";
import { startPublication } from "../publishing/start-publication.ts";
import type { Logger } from "../server/logger.ts";
import type { Settings } from "../server/settings.ts";

const everyMs = 60_000;

/** Publishes what is due, now and every minute, in a child process. */
export function startSchedule({ config }: Settings, log: Logger): { stop(): void } {
  const started = config();
  const look = createSchedule({
    folders: started,
    // The command that started the server has already published with the current settings.
    isOutdated: () => config() !== started && isOutdated(config()),
    publish: (publication) => startPublication(config(), publication, () => {}),
    now: () => new Date(),
    log,
  });
  void look();
  const timer = setInterval(look, everyMs);
  return { stop: () => clearInterval(timer) };
}
