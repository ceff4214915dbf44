import { requestOf } from "../publishing/request.ts";
import { createSchedule } from "../publishing/schedule.ts";
import { startPublication } from "../publishing/start-publication.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";

const everyMs = 60_000;

/** Publishes what is due, now and from now on, in a process of its own. */
export function placeSchedule(config: Config, log: Logger): { stop(): void } {
  const look = createSchedule({
    folders: config,
    publish: (publication) => startPublication(requestOf(config, publication), () => {}),
    now: () => new Date(),
    log,
  });
  void look();
  const timer = setInterval(look, everyMs);
  return { stop: () => clearInterval(timer) };
}
