import { createHmac, timingSafeEqual } from "node:crypto";
import { createToken, type Deps } from "./deps.ts";

const lifetimeMs = 5 * 60_000;

/** What a challenge is for; at sign-in there is no session yet. */
export type ChallengeUse = { purpose: "sign-in" | "register" | "confirm"; sessionId: string | null };

/**
 * WebAuthn challenges: valid once, for one purpose, one session and five minutes. Anybody may ask for one, so they are signed instead of
 * stored, with a key that all servers on one database share. Only a challenge that a passkey has answered is stored, until it expires.
 */
export function createChallenges({ db, now, key }: Deps & { key: string }) {
  /** Three parts with dots between: when it expires, a random token, the signature. */
  const issue = (use: ChallengeUse) => signed(`${now() + lifetimeMs}.${createToken()}`, use);

  function signed(stamp: string, { purpose, sessionId }: ChallengeUse): string {
    const signature = createHmac("sha256", key).update(JSON.stringify([purpose, sessionId, stamp]));
    return `${stamp}.${signature.digest("base64url")}`;
  }

  /** Whether a challenge, in base64url as browsers send it, was issued for this use and has not expired. */
  function isValid(challenge: string, use: ChallengeUse): boolean {
    const text = textOf(challenge);
    const [sent, ours] = [Buffer.from(text), Buffer.from(signed(text.replace(/\.[^.]*$/, ""), use))];
    if (sent.length !== ours.length || !timingSafeEqual(sent, ours)) return false;
    const leftMs = expiryOf(text) - now();
    // A longer lifetime means that the clock was set back.
    return leftMs > 0 && leftMs <= lifetimeMs;
  }

  async function consume(answered: string, { purpose }: ChallengeUse): Promise<boolean> {
    // Stored as text, because it has several forms in base64url.
    const challenge = textOf(answered);
    await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now()).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("passkey_challenges")
      .values({ challenge, purpose, expires_at: expiryOf(challenge) })
      .onConflict((conflict) => conflict.column("challenge").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  return { issue, isValid, consume };
}

const textOf = (challenge: string) => Buffer.from(challenge, "base64url").toString();

const expiryOf = (text: string) => Number(text.split(".")[0]);
