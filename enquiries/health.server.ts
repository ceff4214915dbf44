import { sql } from "kysely";
import { canaryJob } from "./canary.server.ts";
import { type Clock, minuteMs } from "./clock.ts";
import type { createJobs } from "./jobs.server.ts";
import { describeFault, type Log } from "./log.ts";
import type { Database } from "./storage/database.server.ts";

export type EnquiryProblem =
  | "storage-not-writable"
  | "mail-refuses-credentials"
  | "outbox-late"
  | "mail-to-trainer-refused"
  | "canary-failed";

export type EnquiryHealth = {
  /** Empty when all is well. */
  problems: EnquiryProblem[];
  storageWritable: boolean;
  /** Messages that wait to be sent. */
  waitingMessages: number;
  /** Age of the oldest of them, null when none waits. */
  oldestWaitingMs: number | null;
  /** Messages given up: refused by the receiving server for good, or not delivered in 5 days. */
  deadMessages: number;
  mailConfigured: boolean;
  lastCanary: { ok: boolean; at: string } | null;
};

type HealthDeps = {
  database: Database;
  jobs: ReturnType<typeof createJobs>;
  clock: Clock;
  log: Log;
  mailConfigured: boolean;
  credentialsRefused: () => boolean;
};

const lateAfterMs = 15 * minuteMs;

/** Makes the look at what could keep an enquiry from its reader; it never throws. */
export function createHealth({ database, jobs, clock, log, mailConfigured, credentialsRefused }: HealthDeps) {
  return async (): Promise<EnquiryHealth> => {
    try {
      await probe(database);
      const outbox = await countOutbox(database);
      const canary = await jobs.last(canaryJob);
      const oldestWaitingMs = outbox.oldest === null ? null : Math.max(0, clock.now() - outbox.oldest);
      const lastCanary = canary
        ? { ok: (canary.detail as { ok: boolean }).ok, at: new Date(canary.ranAt).toISOString() }
        : null;
      const signs: [boolean, EnquiryProblem][] = [
        [credentialsRefused(), "mail-refuses-credentials"],
        [(oldestWaitingMs ?? 0) > lateAfterMs, "outbox-late"],
        [outbox.deadToTrainer > 0, "mail-to-trainer-refused"],
        [lastCanary?.ok === false, "canary-failed"],
      ];
      return {
        problems: signs.flatMap(([shows, problem]) => (shows ? [problem] : [])),
        storageWritable: true,
        waitingMessages: outbox.waiting,
        oldestWaitingMs,
        deadMessages: outbox.dead,
        mailConfigured,
        lastCanary,
      };
    } catch (fault) {
      log.error(describeFault(fault), "the enquiry database cannot be written");
      return {
        problems: ["storage-not-writable"],
        storageWritable: false,
        waitingMessages: 0,
        oldestWaitingMs: null,
        deadMessages: 0,
        mailConfigured,
        lastCanary: null,
      };
    }
  };
}

const probeBytes = 8 * 1024;

/** Writes and removes what an enquiry takes: the pages it leaves free are there for the next one. */
async function probe({ db }: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const name = "probe";
    const row = { ran_at: 0, detail: "x".repeat(probeBytes) };
    await transaction
      .insertInto("jobs")
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await transaction.deleteFrom("jobs").where("name", "=", name).execute();
  });
}

async function countOutbox({ db }: Database) {
  const rows = await db
    .selectFrom("outbox")
    .select(["status", "kind", sql<number>`count(*)`.as("count"), sql<number>`min(created_at)`.as("oldest")])
    .where("status", "in", ["waiting", "dead"])
    .groupBy(["status", "kind"])
    .execute();
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  const waiting = rows.filter(({ status }) => status === "waiting");
  const dead = rows.filter(({ status }) => status === "dead");
  return {
    waiting: sum(waiting),
    oldest: waiting.length > 0 ? Math.min(...waiting.map(({ oldest }) => oldest)) : null,
    dead: sum(dead),
    deadToTrainer: sum(dead.filter(({ kind }) => kind === "trainer")),
  };
}
