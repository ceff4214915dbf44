import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AuditLogAction } from "./audit-actions.ts";
import type { Deps } from "./deps.ts";

const failureIntervalMs = 60_000;
const yearMs = 366 * 24 * 60 * 60_000;

type NewEntry = { action: AuditLogAction; device?: string; detail?: string; succeeded?: boolean };

/** Records what was done in the panel. Entries are kept for a year and cannot be deleted from the panel (P2.8, T24). */
export function createAuditLog({ db, now }: Deps) {
  /** Records failures of an action at most once a minute, so that an attacker cannot fill the disk. */
  async function write({ action, device = "", succeeded = true, detail = "" }: NewEntry): Promise<void> {
    if (!succeeded && (await hasRecentFailure(action))) return;
    const row = { id: randomUUID(), at: now(), action, device, succeeded: succeeded ? 1 : 0, detail };
    await db.insertInto("journal").values(row).execute();
  }

  async function hasRecentFailure(action: AuditLogAction): Promise<boolean> {
    const at = now();
    const entry = await db
      .selectFrom("journal")
      .select("id")
      .where("at", ">", at - failureIntervalMs)
      // An entry from the future was written while the clock was ahead.
      .where("at", "<=", at)
      .where("action", "=", action)
      .where("succeeded", "=", 0)
      .limit(1)
      .executeTakeFirst();
    return entry !== undefined;
  }

  /** Newest first; `before` is the last entry of the previous page. */
  async function list({ before, limit }: { before?: { at: number; id: string }; limit: number }) {
    let query = db.selectFrom("journal").selectAll();
    if (before) query = query.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`);
    const rows = await query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
    return rows.map((row) => ({ ...row, succeeded: row.succeeded === 1 }));
  }

  async function removeOld(): Promise<void> {
    const before = now() - yearMs;
    await db.deleteFrom("journal").where("at", "<", before).execute();
  }

  return { write, list, removeOld };
}
