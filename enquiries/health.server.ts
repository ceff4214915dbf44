import { type Kysely, sql } from "kysely";
import { canaryJob } from "./canary.server.ts";
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "./clock.ts";
import type { createJobs } from "./jobs.server.ts";
import { describeError, type Log } from "./log.ts";
import { kindsForTrainer } from "./mail/queue.server.ts";
import { countQuarantinedSince, floodReason, isUnreported, quarantineADay } from "./quarantine.server.ts";
import type { Database } from "./storage/database.server.ts";
import type { Tables } from "./storage/tables.server.ts";

export type EnquiryProblem =
  | "storage-not-writable"
  | "disk-nearly-full"
  | "mail-refuses-credentials"
  | "outbox-late"
  | "mail-to-trainer-refused"
  | "too-many-enquiries"
  | "quarantine-full"
  | "canary-failed"
  | "copy-failed"
  | "enquiries-left-behind";

export type EnquiryHealth = {
  /** Empty when all is well. */
  problems: EnquiryProblem[];
  storageWritable: boolean;
  /** Messages that wait, with the age of the oldest; and those given up: refused for good, or not delivered in 5 days. */
  outbox: { waiting: number; oldestAgeSeconds: number | null; dead: number };
  mailConfigured: boolean;
  lastCanary: { ok: boolean; at: string } | null;
  freeDiskBytes: number;
};

type HealthDeps = {
  database: Database;
  jobs: ReturnType<typeof createJobs>;
  clock: Clock;
  log: Log;
  mailConfigured: () => boolean;
  credentialsRefused: () => boolean;
  freeDiskBytes: () => Promise<number>;
  /** Other problems of this machine. */
  otherProblems: () => Promise<EnquiryProblem[]>;
};

const lateAfterMs = 15 * minuteMs;
export const minFreeDiskBytes = 100 * 1024 * 1024;

/** Creates the check for everything that could keep an enquiry from the trainer. The check never throws (B11.3). */
export function createHealth(deps: HealthDeps) {
  const { database, jobs, clock, log, mailConfigured, credentialsRefused, freeDiskBytes, otherProblems } =
    deps;

  return async (): Promise<EnquiryHealth> => {
    // If the disk cannot be examined, something is wrong with it.
    const freeBytes = await freeDiskBytes().catch(() => 0);
    const problems = await otherProblems();
    if (freeBytes < minFreeDiskBytes) problems.push("disk-nearly-full");
    if (credentialsRefused()) problems.push("mail-refuses-credentials");
    const facts = { mailConfigured: mailConfigured(), freeDiskBytes: freeBytes };
    try {
      await probe(database);
      return { ...facts, ...(await checkStored(problems)) };
    } catch (error) {
      log.error(describeError(error), "the enquiry database cannot be written");
      return {
        ...facts,
        problems: ["storage-not-writable", ...problems],
        storageWritable: false,
        outbox: { waiting: 0, oldestAgeSeconds: null, dead: 0 },
        lastCanary: null,
      };
    }
  };

  async function checkStored(problems: EnquiryProblem[]) {
    const { db } = database;
    const now = clock.now();
    const { oldest, wasUsed, ...counts } = await countOutbox(db);
    const canary = await jobs.last(canaryJob);
    const oldestAgeMs = oldest === null ? null : Math.max(0, now - oldest);
    const lastCanary = canary
      ? { ok: (canary.detail as { ok: boolean }).ok, at: new Date(canary.ranAt).toISOString() }
      : null;
    const checks: [boolean, EnquiryProblem][] = [
      // Without a mail server nothing is late: the panel says that none is set yet. One that was used is missed.
      [(oldestAgeMs ?? 0) > lateAfterMs && (mailConfigured() || wasUsed), "outbox-late"],
      [await isMailToTrainerRefused(db), "mail-to-trainer-refused"],
      [await isFlooded(db, now - hourMs), "too-many-enquiries"],
      [(await countQuarantinedSince(db, now - dayMs)) >= quarantineADay, "quarantine-full"],
      // With the canary on, a failure is followed by another run soon. An old one was run by hand and says nothing about today.
      [lastCanary?.ok === false && now - (canary?.ranAt ?? 0) < dayMs, "canary-failed"],
    ];
    return {
      problems: [...problems, ...checks.flatMap(([applies, problem]) => (applies ? [problem] : []))],
      storageWritable: true,
      outbox: {
        ...counts,
        oldestAgeSeconds: oldestAgeMs === null ? null : Math.round(oldestAgeMs / secondMs),
      },
      lastCanary,
    };
  }
}

const probeBytes = 8 * 1024;

/** Writes as much as an enquiry takes and deletes it again, which leaves the space to the next enquiry. */
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

async function countOutbox(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom("outbox")
    .select([
      "status",
      sql<number>`count(*)`.as("count"),
      sql<number>`min(created_at)`.as("oldest"),
      sql<number>`max(attempts)`.as("attempts"),
    ])
    .groupBy("status")
    .execute();
  const waiting = rows.find(({ status }) => status === "waiting");
  const dead = rows.find(({ status }) => status === "dead");
  return {
    waiting: waiting?.count ?? 0,
    oldest: waiting?.oldest ?? null,
    dead: dead?.count ?? 0,
    wasUsed: rows.some(({ attempts }) => attempts > 0),
  };
}

/**
 * Whether a message to the trainer is being refused, or was given up without the trainer having learned of its enquiries in
 * another way: from the same message sent again, or from a digest. A reminder that was given up stays a problem until it is sent
 * again or the owner changes the enquiry's reminder.
 */
async function isMailToTrainerRefused(db: Kysely<Tables>): Promise<boolean> {
  const refused = await db
    .selectFrom("outbox")
    .select("id")
    .where("status", "=", "waiting")
    .where("kind", "in", kindsForTrainer)
    .where("last_fault", "like", "refused %")
    .limit(1)
    .executeTakeFirst();
  if (refused) return true;
  const givenUp = await db
    .selectFrom("outbox as dead")
    .innerJoin("enquiries", (join) =>
      join.on(({ or, eb }) =>
        or([
          eb("enquiries.reference", "=", eb.ref("dead.reference")),
          eb("enquiries.digest_id", "=", eb.ref("dead.id")),
        ]),
      ),
    )
    .select("dead.id")
    .where("dead.status", "=", "dead")
    .where("enquiries.status", "!=", "canary")
    .where(({ or, and, eb }) =>
      or([
        and([eb("dead.kind", "in", ["trainer", "digest"]), isUnreported]),
        and([eb("dead.kind", "=", "reminder"), eb("enquiries.reminded_at", "<=", eb.ref("dead.created_at"))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return givenUp !== undefined;
}

async function isFlooded(db: Kysely<Tables>, sinceMs: number): Promise<boolean> {
  const found = await db
    .selectFrom("enquiries")
    .select("reference")
    .where("received_at", ">", sinceMs)
    .where("status", "=", "quarantined")
    .where("reasons", "=", JSON.stringify([floodReason]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
