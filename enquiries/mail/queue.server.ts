import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import { type Database, isPostgres } from "../storage/database.server.ts";
import type { OutboxTable } from "../storage/tables.server.ts";
import { retryDelayMs, shouldGiveUp } from "./backoff.server.ts";
import type { SendResult } from "./mailer.server.ts";

export type QueuedMessage = Selectable<OutboxTable>;
export type LeasedMessage = QueuedMessage & { lease: string };

type QueueDeps = { database: Database; clock: Clock; random: () => number };

/** The table of the outbox: which messages are due, which worker is sending them, and with what result. */
export function createQueue({ database: { db }, clock, random }: QueueDeps) {
  /** Leases up to `count` due messages to the caller. No other worker gets them while they are leased. */
  async function claim(count: number, lease = randomUUID() as string): Promise<LeasedMessage[]> {
    return db.transaction().execute(async (transaction) => {
      const due = transaction
        .selectFrom("outbox")
        .selectAll()
        .where("status", "=", "waiting")
        .where("lease", "is", null)
        .where("next_attempt_at", "<=", clock.now())
        .orderBy("next_attempt_at")
        .limit(count);
      const messages = await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute();
      const ids = messages.map(({ id }) => id);
      if (ids.length > 0)
        await transaction.updateTable("outbox").set({ lease }).where("id", "in", ids).execute();
      return messages.map((message) => ({ ...message, lease }));
    });
  }

  async function settle(message: LeasedMessage, result: SendResult): Promise<"sent" | "waiting" | "dead"> {
    const now = clock.now();
    const change = changeAfter(message, result);
    const ended = change.status !== "waiting";
    await db.transaction().execute(async (transaction) => {
      const row = transaction
        .updateTable("outbox")
        .set({ ...change, lease: null, settled_at: ended ? now : null })
        .where("id", "=", message.id);
      // A failure counts only if the lease is still held. A success counts in any case: the message has been sent.
      await (change.status === "sent" ? row : row.where("lease", "=", message.lease)).execute();
    });
    return change.status;
  }

  function changeAfter({ kind, attempts: before, created_at }: QueuedMessage, result: SendResult) {
    const now = clock.now();
    const attempts = before + 1;
    if (result.kind === "sent") return { status: "sent", attempts, last_fault: null } as const;
    const last_fault = `${result.kind} ${result.codes}`;
    // The message is not to blame, so this does not count as an attempt.
    if (result.kind === "credentials") return { status: "waiting", last_fault } as const;
    const isFinal = result.kind === "refused" && !kindsForTrainer.includes(kind);
    if (isFinal || shouldGiveUp({ attempts, ageMs: now - created_at })) {
      return { status: "dead", attempts, last_fault } as const;
    }
    const next_attempt_at = now + retryDelayMs(attempts, random);
    return { status: "waiting", attempts, next_attempt_at, last_fault } as const;
  }

  async function drop(message: QueuedMessage): Promise<void> {
    await db.deleteFrom("outbox").where("id", "=", message.id).execute();
  }

  async function leases(): Promise<string[]> {
    const rows = await db
      .selectFrom("outbox")
      .select("lease")
      .distinct()
      .where("status", "=", "waiting")
      .where("lease", "is not", null)
      .execute();
    return rows.flatMap(({ lease }) => lease ?? []);
  }

  async function free(lease: string): Promise<void> {
    await db.updateTable("outbox").set({ lease: null }).where("lease", "=", lease).execute();
  }

  async function makeAllDue(): Promise<void> {
    const now = clock.now();
    await db
      .updateTable("outbox")
      .set({ next_attempt_at: now })
      .where("status", "=", "waiting")
      .where("next_attempt_at", ">", now)
      .execute();
  }

  return { claim, settle, drop, leases, free, makeAllDue };
}

export type Queue = ReturnType<typeof createQueue>;

/** A refusal, e.g. for a full mailbox or a spent quota, does not end these: without them an enquiry would go unnoticed. */
export const kindsForTrainer: readonly OutboxTable["kind"][] = ["trainer", "digest", "reminder"];
