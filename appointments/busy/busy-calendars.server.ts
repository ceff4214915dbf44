import * as z from "zod/mini";
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "../../enquiries/clock.ts";
import type { Jobs } from "../../enquiries/jobs.server.ts";
import { describeError, type Log } from "../../enquiries/log.ts";
import { singleFlight } from "../../enquiries/single-flight.ts";
import type { Db } from "../../enquiries/storage/tables.server.ts";
import type { Interval } from "../free-slots.ts";

export type BusyRequest = { url: string; from: number; until: number; mailHost: string };

export type BusyDeps = {
  jobs: Jobs;
  /** Reads one of the trainer's other calendars, outside this process; rejects after ten seconds. */
  readBusy: (request: BusyRequest) => Promise<Interval[]>;
  clock: Clock;
  mailHost: string;
  log: Log;
};

/** One of the trainer's other calendars; `readAt` is null until the first reading. */
const calendar = z.object({
  url: z.string(),
  intervals: z.array(z.object({ startsAt: z.number(), endsAt: z.number() })),
  readAt: z.nullable(z.number()),
  addedAt: z.number(),
  failed: z.boolean(),
});

type Calendar = z.infer<typeof calendar>;

export const maxCalendars = 3;
const busyJob = "busy-calendars";
const everyMs = 10 * minuteMs;
const freshMs = 20 * secondMs;
const aheadMs = 100 * dayMs;
// Long enough for a calendar that is down for a night, short enough not to confirm dates that nobody has checked.
const trustedMs = dayMs;

/** A restored database may hold more, and anything else. */
const calendarsIn = (detail: unknown): Calendar[] =>
  (Array.isArray(detail) ? detail : [])
    .flatMap((one) => calendar.safeParse(one).data ?? [])
    .slice(0, maxCalendars);

/** The trainer's other calendars, read every ten minutes and before a talk is confirmed (C4.5). A failed reading keeps the last result. */
export function createBusyCalendars({ jobs, readBusy, clock, mailHost, log }: BusyDeps) {
  /** Inside a transaction `within` has to be that transaction. */
  async function readStored(within?: Db): Promise<{ calendars: Calendar[]; ranAt: number }> {
    const run = await jobs.last(busyJob, within);
    return { calendars: calendarsIn(run?.detail), ranAt: run?.ranAt ?? 0 };
  }

  /** Runs once at a time and not twice in quick succession: a flood of bookings must not cause one of readings. */
  const { run: refresh, isRunning } = singleFlight(readAll);

  async function readAll(atLeastMs = freshMs): Promise<void> {
    const { calendars, ranAt } = await readStored();
    if (calendars.length === 0 || Math.abs(clock.now() - ranAt) < atLeastMs) return;
    const now = clock.now();
    const range = { from: now - hourMs, until: now + aheadMs, mailHost };
    async function readOne({ url }: Calendar): Promise<[url: string, Partial<Calendar>]> {
      try {
        return [url, { intervals: await readBusy({ url, ...range }), readAt: now, failed: false }];
      } catch (error) {
        log.warn(describeError(error), "a busy calendar could not be read");
        return [url, { failed: true }];
      }
    }
    const readings = new Map(await Promise.all(calendars.map(readOne)));
    // The trainer may have removed one meanwhile.
    await jobs.update(busyJob, (current) =>
      calendarsIn(current).map((calendar) => ({ ...calendar, ...readings.get(calendar.url) })),
    );
  }

  async function commitments(within?: Db) {
    const { calendars } = await readStored(within);
    const now = clock.now();
    return {
      intervals: calendars.flatMap(({ intervals }) => intervals),
      trusted: calendars.every(({ readAt, addedAt }) => now - (readAt ?? addedAt) < trustedMs),
    };
  }

  return {
    commitments,
    refresh,
    /** Reads them if ten minutes have passed. */
    refreshWhenDue: () => refresh(everyMs),
    /** Sets the addresses and reads them at once. */
    async set(urls: readonly string[]): Promise<void> {
      const fresh = { intervals: [], readAt: null, addedAt: clock.now(), failed: false };
      await jobs.update(busyJob, (current) =>
        urls.map((url) => calendarsIn(current).find((one) => one.url === url) ?? { url, ...fresh }),
      );
      // A reading under way does not include them.
      if (isRunning()) await refresh();
      await refresh(0);
    },
    /** The addresses, for their owner only, with the last successful reading. */
    async list() {
      const { calendars } = await readStored();
      return calendars.map(({ url, readAt, failed }) => ({ url, readAt, failed }));
    },
  };
}
