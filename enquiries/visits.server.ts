import { sql } from "kysely";
import { type Clock, minuteMs } from "./clock.ts";
import { describeError, type Log } from "./log.ts";
import { polishDay } from "./polish-time.ts";
import type { Db, VisitsTable } from "./storage/tables.server.ts";

/** The page on which a visit began, and the name of its source. */
export type Visit = Pick<VisitsTable, "page" | "source">;

/** Counts visits in memory and adds them to the database each minute, so that a killed process loses one minute at most (C6.3). */
export function createVisits({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  let counts: VisitsTable[] = [];
  let timer: NodeJS.Timeout | undefined;

  function add({ day, page, source, count }: VisitsTable): void {
    const known = counts.find((row) => row.day === day && row.page === page && row.source === source);
    if (known) known.count += count;
    else counts.push({ day, page, source, count });
  }

  async function save(): Promise<void> {
    const batch = counts;
    if (batch.length === 0) return;
    counts = [];
    const count = sql<number>`visits.count + excluded.count`;
    try {
      await db
        .insertInto("visits")
        .values(batch)
        .onConflict((conflict) => conflict.columns(["day", "page", "source"]).doUpdateSet({ count }))
        .execute();
    } catch (error) {
      log.warn(describeError(error), "visits could not be stored yet");
      batch.forEach(add);
    }
  }

  return {
    count: (visit: Visit) => add({ ...visit, day: polishDay(clock.now()), count: 1 }),
    start(): void {
      timer = setInterval(() => void save(), minuteMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await save();
    },
  };
}
