import type { Kysely, Transaction } from "kysely";
import { type Clock, hourMs } from "./clock.ts";
import { type Database, lockName } from "./storage/database.server.ts";
import type { Tables } from "./storage/tables.server.ts";

type JobsDeps = { database: Database; clock: Clock };
export type JobRun = { ranAt: number; detail: unknown };

const probeBytes = 8 * 1024;

/** Shared by servers and the owner's commands: when each scheduled job last ran, and its result. */
export function createJobs({ database: { db }, clock }: JobsDeps) {
  /** Does the work, in one transaction, if the interval has passed since the last run. Only one of several servers does it. */
  async function every(
    intervalMs: number,
    name: string,
    work: (transaction: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      const last = await lockJob(transaction, name);
      const sinceLastMs = last && clock.now() - last.ran_at;
      // A last run in the future means that the clock was set back. Waiting for the interval would then take too long.
      if (sinceLastMs !== undefined && sinceLastMs < intervalMs && sinceLastMs > -hourMs) return false;
      await record(transaction, name, null);
      await work(transaction);
      return true;
    });
  }

  /** Replaces the record of a job atomically. `next` returns the new detail, or undefined to leave the record alone. */
  async function replace(name: string, next: (last: JobRun | undefined) => unknown): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const last = await lockJob(transaction, name);
      const detail = next(last && { ranAt: last.ran_at, detail: JSON.parse(last.detail) });
      if (detail !== undefined) await record(transaction, name, detail);
    });
  }

  async function lockJob(transaction: Transaction<Tables>, name: string) {
    await lockName(transaction, `job ${name}`);
    return transaction.selectFrom("jobs").selectAll().where("name", "=", name).executeTakeFirst();
  }

  async function record(transaction: Kysely<Tables>, name: string, detail: unknown): Promise<void> {
    const row = { ran_at: clock.now(), detail: JSON.stringify(detail) };
    await transaction
      .insertInto("jobs")
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  }

  async function last(name: string): Promise<JobRun | undefined> {
    const row = await db.selectFrom("jobs").selectAll().where("name", "=", name).executeTakeFirst();
    return row && { ranAt: row.ran_at, detail: JSON.parse(row.detail) };
  }

  /** Writes as much as an enquiry takes and deletes it again, which leaves the space to the next enquiry. */
  async function probe(): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await record(transaction, "probe", "x".repeat(probeBytes));
      await transaction.deleteFrom("jobs").where("name", "=", "probe").execute();
    });
  }

  return { every, replace, last, probe };
}
