import { type Clock, hourMs } from "./clock.ts";
import { type Database, inTurn } from "./storage/database.server.ts";
import type { Db, Transaction } from "./storage/tables.server.ts";

export type Jobs = ReturnType<typeof createJobs>;

const probeBytes = 8 * 1024;

/** Shared by servers and the owner's commands: when each scheduled job last ran, and its result. */
export function createJobs({ database: { db }, clock }: { database: Database; clock: Clock }) {
  /** Does the work, in one transaction, if the interval has passed since the last run. Only one of several servers does it. */
  async function runIfDue(
    intervalMs: number,
    name: string,
    work: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return inTurn(db, `job ${name}`, async (transaction) => {
      const previous = await last(name, transaction);
      const sinceLastMs = previous && clock.now() - previous.ranAt;
      // A last run in the future means that the clock was set back. Waiting for the interval would then take too long.
      if (sinceLastMs !== undefined && sinceLastMs < intervalMs && sinceLastMs > -hourMs) return false;
      await record(name, null, transaction);
      await work(transaction);
      return true;
    });
  }

  async function record(name: string, detail: unknown, within: Db = db): Promise<void> {
    const row = { ran_at: clock.now(), detail: JSON.stringify(detail) };
    await within
      .insertInto("jobs")
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  }

  /** Replaces the result of a job by what `change` makes of it, one change after the other, also of several servers. */
  async function update(name: string, change: (detail: unknown) => unknown): Promise<void> {
    await inTurn(db, `job ${name}`, async (transaction) => {
      await record(name, change((await last(name, transaction))?.detail), transaction);
    });
  }

  async function last(name: string, within: Db = db) {
    const row = await within.selectFrom("jobs").selectAll().where("name", "=", name).executeTakeFirst();
    return row && { ranAt: row.ran_at, detail: parse(row.detail) };
  }

  /** A restored database may hold anything. */
  function parse(detail: string): unknown {
    try {
      return JSON.parse(detail);
    } catch {
      return null;
    }
  }

  /** Tests the disk: writes as much as an enquiry takes, then deletes it to free the space again. */
  async function probe(): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await record("probe", "x".repeat(probeBytes), transaction);
      await transaction.deleteFrom("jobs").where("name", "=", "probe").execute();
    });
  }

  return { runIfDue, record, update, last, probe };
}
