import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../storage/database.server.ts";
import type { OutboxTable } from "../storage/tables.server.ts";
import { isHopeless, retryDelayMs } from "./backoff.server.ts";
import type { Delivery } from "./transport.server.ts";

export type QueuedMessage = Selectable<OutboxTable>;
export type LeasedMessage = QueuedMessage & { lease: string };

type QueueDeps = { database: Database; clock: Clock; random: () => number };

/** The outbox as a table: what is due, who sends it, how it ended. */
export function createQueue({ database: { db, pool }, clock, random }: QueueDeps) {
  /** Leases up to `count` due messages to the caller, none of which another worker can then have. */
  async function claim(count: number): Promise<LeasedMessage[]> {
    const lease = randomUUID();
    return db.transaction().execute(async (transaction) => {
      const due = transaction
        .selectFrom("outbox")
        .selectAll()
        .where("status", "=", "waiting")
        .where("lease", "is", null)
        .where("next_attempt_at", "<=", clock.now())
        .orderBy("next_attempt_at")
        .limit(count);
      const messages = await (pool ? due.forUpdate().skipLocked() : due).execute();
      const ids = messages.map(({ id }) => id);
      if (ids.length > 0)
        await transaction.updateTable("outbox").set({ lease }).where("id", "in", ids).execute();
      return messages.map((message) => ({ ...message, lease }));
    });
  }

  async function settle(message: LeasedMessage, delivery: Delivery): Promise<"sent" | "waiting" | "dead"> {
    const now = clock.now();
    const change = changeAfter(message, delivery);
    const ended = change.status !== "waiting";
    await db.transaction().execute(async (transaction) => {
      const row = transaction
        .updateTable("outbox")
        .set({ ...change, lease: null, settled_at: ended ? now : null })
        .where("id", "=", message.id);
      // A failure matters only to who holds the lease; that it was sent is true whoever holds it.
      await (change.status === "sent" ? row : row.where("lease", "=", message.lease)).execute();
    });
    return change.status;
  }

  function changeAfter(message: QueuedMessage, delivery: Delivery) {
    const now = clock.now();
    const attempts = message.attempts + 1;
    switch (delivery.kind) {
      case "sent":
        return { status: "sent", attempts, last_fault: null } as const;
      case "refused":
        return { status: "dead", attempts, last_fault: delivery.fault } as const;
      case "credentials":
        // Says nothing about the message, so it does not count against it.
        return { status: "waiting", last_fault: delivery.fault } as const;
      default: {
        const hopeless = isHopeless({ attempts, ageMs: now - message.created_at });
        const status = hopeless ? "dead" : "waiting";
        const next_attempt_at = now + retryDelayMs(attempts, random);
        return { status, attempts, next_attempt_at, last_fault: delivery.fault } as const;
      }
    }
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

  /** Makes everything that waits due at once. */
  async function hurry(): Promise<void> {
    const now = clock.now();
    await db
      .updateTable("outbox")
      .set({ next_attempt_at: now })
      .where("status", "=", "waiting")
      .where("next_attempt_at", ">", now)
      .execute();
  }

  return { claim, settle, drop, leases, free, hurry };
}

export type Queue = ReturnType<typeof createQueue>;
