import type { Deps } from "./deps.ts";
import type { ChallengesTable } from "./storage/tables.ts";

const lifetimeMs = 5 * 60_000;

type Challenge = Pick<ChallengesTable, "challenge" | "purpose" | "session_id">;

/** WebAuthn challenges: random, and valid once, for one purpose, one session and five minutes. */
export function createChallenges({ db, now }: Pick<Deps, "db" | "now">) {
  async function save(challenge: Challenge): Promise<void> {
    await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now()).execute();
    await db
      .insertInto("passkey_challenges")
      .values({ ...challenge, expires_at: now() + lifetimeMs })
      .execute();
  }

  /** Deletes a challenge; false if it was issued for something else, already used, or has expired. */
  async function consume({ challenge, purpose, session_id }: Challenge): Promise<boolean> {
    let query = db
      .deleteFrom("passkey_challenges")
      .where("challenge", "=", challenge)
      .where("purpose", "=", purpose)
      .where("expires_at", ">", now());
    query = session_id ? query.where("session_id", "=", session_id) : query.where("session_id", "is", null);
    const { numDeletedRows } = await query.executeTakeFirst();
    return numDeletedRows === 1n;
  }

  return { save, consume };
}
