import type { Transaction } from "kysely";
import { createToken, type Deps, hashSecret } from "./deps.ts";
import { minuteMs } from "./sessions.ts";
import type { AccountTables } from "./storage/tables.ts";

export type LinkPurpose = AccountTables["sign_in_links"]["purpose"];

/** `setup`: printed on the server. `device`: shown by a signed-in device. `recovery`: sent to the trainer's mailbox. */
const lifetimeMinutes: Record<LinkPurpose, number> = { setup: 60, device: 5, recovery: 30 };

/** One-time links that open a session. The token is in the URL fragment, so it never reaches a log (P2.1, T8). */
export function createLinks({ db, now }: Deps) {
  /** Returns the link's token. Unused links with the same purpose and code become invalid. A device link also ends with its session. */
  async function create(
    purpose: LinkPurpose,
    { codeHash = null, sessionId = null }: { codeHash?: string | null; sessionId?: string | null } = {},
  ): Promise<string> {
    const token = createToken();
    await db.transaction().execute(async (transaction) => {
      const old = transaction.deleteFrom("sign_in_links");
      await old.where("expires_at", "<=", now()).execute();
      await old.where("purpose", "=", purpose).where("code_hash", "is not distinct from", codeHash).execute();
      const link = { token_hash: hashSecret(token), purpose, code_hash: codeHash, session_id: sessionId };
      const expires_at = now() + lifetimeMinutes[purpose] * minuteMs;
      await transaction
        .insertInto("sign_in_links")
        .values({ ...link, expires_at })
        .execute();
    });
    return token;
  }

  return { create };
}

/**
 * Uses up a link, and with a recovery link its code. Undefined if the link is unknown, used, expired, or needs a recovery code that was
 * not given. Of two concurrent claims one succeeds, because only one can delete the row.
 */
export async function claimLink(
  transaction: Transaction<AccountTables>,
  { token, codeHash, at }: { token: string; codeHash: string | null; at: number },
) {
  const link = await transaction
    .deleteFrom("sign_in_links")
    .where("token_hash", "=", hashSecret(token))
    .where("code_hash", "is not distinct from", codeHash)
    .where("expires_at", ">", at)
    // A much longer lifetime was dated by a clock that ran ahead.
    .where("expires_at", "<=", at + 2 * lifetimeMinutes.setup * minuteMs)
    .returning("purpose")
    .executeTakeFirst();
  if (!link || codeHash === null) return link;
  const unused = transaction.updateTable("recovery_codes").set({ used_at: at }).where("used_at", "is", null);
  const code = await unused.where("code_hash", "=", codeHash).returning("code_hash").executeTakeFirst();
  return code && link;
}
