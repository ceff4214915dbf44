import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Deps } from "./deps.ts";

const lifetimeMs = 5 * 60_000;
const expiryBytes = 6;
const nonceBytes = 16;
const stampBytes = expiryBytes + nonceBytes;
const signatureBytes = 32;

/** What a challenge is for; at sign-in there is no session yet. */
export type ChallengeUse = { purpose: "sign-in" | "register" | "confirm"; sessionId: string | null };

/**
 * WebAuthn challenges: valid once, for one purpose, one session and five minutes. Anybody may ask for one, so they are signed instead of
 * stored, with a key that all servers on one database share. Only a challenge that a passkey has answered is stored, until it expires.
 */
export function createChallenges({ db, now, key }: Deps & { key: string }) {
  function issue(use: ChallengeUse): Uint8Array<ArrayBuffer> {
    const stamp = Buffer.concat([Buffer.alloc(expiryBytes), randomBytes(nonceBytes)]);
    stamp.writeUIntBE(now() + lifetimeMs, 0, expiryBytes);
    return new Uint8Array(Buffer.concat([stamp, sign(stamp, use)]));
  }

  /** Whether a challenge (base64url) was issued for this use and has not expired. */
  function isValid(challenge: string, use: ChallengeUse): boolean {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== stampBytes + signatureBytes) return false;
    const stamp = bytes.subarray(0, stampBytes);
    if (!timingSafeEqual(bytes.subarray(stampBytes), sign(stamp, use))) return false;
    const leftMs = expiryOf(bytes) - now();
    // A longer lifetime means that the clock was set back.
    return leftMs > 0 && leftMs <= lifetimeMs;
  }

  async function consume(answered: string, { purpose }: ChallengeUse): Promise<boolean> {
    const bytes = Buffer.from(answered, "base64url");
    // The same bytes have several base64url forms, so one form is stored.
    const challenge = bytes.toString("base64url");
    await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now()).execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("passkey_challenges")
      .values({ challenge, purpose, session_id: null, expires_at: expiryOf(bytes) })
      .onConflict((conflict) => conflict.column("challenge").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  function sign(stamp: Uint8Array, { purpose, sessionId }: ChallengeUse): Buffer {
    return createHmac("sha256", key)
      .update(JSON.stringify([purpose, sessionId]))
      .update(stamp)
      .digest();
  }

  return { issue, isValid, consume };
}

const expiryOf = (challenge: Buffer) => challenge.readUIntBE(0, expiryBytes);
