import type { Kysely } from "kysely";
import { createToken, type RandomBytes } from "./secrets.ts";
import type { AccountTables } from "./storage/tables.ts";

const failureEveryMs = 60_000;
const yearMs = 366 * 24 * 60 * 60_000;

/** What the owner can look up afterwards. Never names a visitor, an address or what was written. */
export type JournalEntry = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  action: JournalAction;
  device: string;
  succeeded: boolean;
  /** A name or number that belongs to the action, such as a device or an enquiry's reference. */
  detail: string;
};

export type JournalAction =
  | "link-created"
  | "signed-in"
  | "signed-out"
  | "recovery-requested"
  | "recovered"
  | "passkey-added"
  | "passkey-removed"
  | "device-signed-out"
  | "codes-replaced"
  | "published"
  | "restored"
  | "photo-withdrawn"
  | "copied"
  | "copy-taken"
  | "copy-restored"
  | "exported"
  | "erased"
  | "settings-changed";

type JournalDeps = { db: Kysely<AccountTables>; now: () => number; randomBytes: RandomBytes };

/** The record of what was done in the panel, kept for a year and not erasable from it. */
export function createJournal({ db, now, randomBytes }: JournalDeps) {
  /** Failures of one action are noted once a minute: strangers cannot fill the disk with them. */
  async function write({
    action,
    device = "",
    succeeded = true,
    detail = "",
  }: Pick<JournalEntry, "action"> & Partial<JournalEntry>): Promise<void> {
    if (!succeeded && (await hasRecentFailure(action))) return;
    const id = createToken(randomBytes).slice(0, 22);
    await db
      .insertInto("journal")
      .values({ id, at: now(), action, device, succeeded: succeeded ? 1 : 0, detail })
      .execute();
  }

  async function hasRecentFailure(action: JournalAction): Promise<boolean> {
    const entry = await db
      .selectFrom("journal")
      .select("id")
      .where("at", ">", now() - failureEveryMs)
      .where("action", "=", action)
      .where("succeeded", "=", 0)
      .limit(1)
      .executeTakeFirst();
    return entry !== undefined;
  }

  /** Newest first; `before` is the last entry of the page before. */
  async function list({ before, limit }: { before?: Pick<JournalEntry, "at" | "id">; limit: number }) {
    let query = db.selectFrom("journal").selectAll();
    if (before) {
      const { at, id } = before;
      query = query.where(({ eb, or, and }) =>
        or([eb("at", "<", at), and([eb("at", "=", at), eb("id", "<", id)])]),
      );
    }
    const rows = await query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
    return rows.map(
      (row): JournalEntry => ({
        ...row,
        action: row.action as JournalAction,
        succeeded: row.succeeded === 1,
      }),
    );
  }

  async function removeOld(): Promise<void> {
    await db
      .deleteFrom("journal")
      .where("at", "<", now() - yearMs)
      .execute();
  }

  return { write, list, removeOld };
}
