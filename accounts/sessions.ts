import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createToken, type Deps, hashSecret } from "./deps.ts";
import type { AccountTables } from "./storage/tables.ts";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

const limits = { idleMs: 7 * dayMs, totalMs: 30 * dayMs, notifiedMs: 90 * dayMs, freshMs: 10 * minuteMs };

/** How long the previous token works after a rotation: for requests under way, and if the response is lost. */
const previousTokenMs = minuteMs;

/** Precise enough for "last used", without a write for every request. */
const seenEveryMs = minuteMs;

export type Session = ReturnType<typeof toSession>;

type NewSession = Pick<Session, "passkeyId" | "deviceName" | "beganWith">;

/** Signed-in devices. A session ends after 7 days without use, and after 30 days in any case (P2.5, T10, T11). */
export function createSessions({ db, now }: Deps) {
  /** Returns the cookie's token, of which only a hash is stored. A device let in by another one has not proved its owner's identity. */
  async function begin({ passkeyId, deviceName, beganWith }: NewSession) {
    const token = createToken();
    const at = now();
    const row = {
      id: randomUUID(),
      token_hash: hashSecret(token),
      previous_token_hash: null,
      rotated_at: null,
      passkey_id: passkeyId,
      device_name: deviceName,
      began_with: beganWith,
      created_at: at,
      last_seen_at: at,
      verified_at: beganWith === "device" ? 0 : at,
    };
    await db.insertInto("panel_sessions").values(row).execute();
    return { token, session: toSession(row, at) };
  }

  /**
   * The session of a cookie's token; undefined if it has ended or expired. The token before the last rotation still works for a minute,
   * but does not count as fresh: its holder may not be the person who has just confirmed.
   */
  async function find(token: string): Promise<Session | undefined> {
    const at = now();
    const hash = hashSecret(token);
    const row = await unsuspended(isUnexpired(at))
      // A rotation in the future does not count: setting the clock back must not prolong the minute.
      .where(sql<boolean>`(token_hash = ${hash}
        or previous_token_hash = ${hash} and rotated_at > ${at - previousTokenMs} and rotated_at <= ${at})`)
      .executeTakeFirst();
    if (!row) return undefined;
    if (Math.abs(at - row.last_seen_at) >= seenEveryMs) {
      const seen = db.updateTable("panel_sessions").set({ last_seen_at: at }).where("id", "=", row.id);
      // On a full disk the panel still opens, and says so.
      await seen.execute().catch(() => {});
    }
    const session = toSession({ ...row, last_seen_at: at }, at);
    return { ...session, fresh: session.fresh && row.token_hash === hash };
  }

  /**
   * Records that the owner has just confirmed a session with a passkey; the session then belongs to that passkey. The cookie gets a new
   * token, so that a token stolen before the confirmation is soon worthless.
   */
  async function confirm(id: string, passkeyId: string): Promise<string> {
    const token = createToken();
    const at = now();
    await db
      .updateTable("panel_sessions")
      .set(({ ref }) => ({
        previous_token_hash: ref("token_hash"),
        token_hash: hashSecret(token),
        rotated_at: at,
        verified_at: at,
        passkey_id: passkeyId,
      }))
      .where("id", "=", id)
      .execute();
    return token;
  }

  async function end(id: string): Promise<void> {
    await db.deleteFrom("panel_sessions").where("id", "=", id).execute();
  }

  /** `withNotified`: also those that have expired and still get notifications, so that the owner can end them. */
  async function list({ withNotified = false } = {}): Promise<Session[]> {
    const at = now();
    const kept = unsuspended(withNotified ? isKept(at) : isUnexpired(at));
    const rows = await kept.orderBy("last_seen_at", "desc").execute();
    return rows.map((row) => toSession(row, at));
  }

  async function removeExpired(): Promise<void> {
    const isOver = sql<boolean>`(not ${isKept(now())} or created_at > ${now() + dayMs})`;
    await db.deleteFrom("panel_sessions").where(isOver).execute();
  }

  /** The sessions without those of suspended passkeys: a sign-in may finish just after a suspension. */
  function unsuspended(condition: ReturnType<typeof isUnexpired>) {
    return db
      .selectFrom("panel_sessions")
      .selectAll()
      .where(sql<boolean>`not exists (
        select 1 from passkeys where passkeys.id = panel_sessions.passkey_id and suspended_at is not null
      )`)
      .where(condition);
  }

  return { begin, find, confirm, end, list, removeExpired };
}

const isWithinLimits = (at: number) =>
  sql<boolean>`(last_seen_at > ${at - limits.idleMs} and created_at > ${at - limits.totalMs})`;

/** A session that a clock far ahead has dated would outlive the limits once the clock is right. */
const isUnexpired = (at: number) =>
  sql<boolean>`(${isWithinLimits(at)} and last_seen_at <= ${at + dayMs} and created_at <= ${at + dayMs})`;

/** An expired session opens nothing any more, but its device gets notifications for 90 days after its last use. */
const isKept = (at: number) =>
  sql<boolean>`(${isWithinLimits(at)} or last_seen_at > ${at - limits.notifiedMs}
    and exists (select 1 from push_subscriptions where session_id = panel_sessions.id))`;

function toSession(row: AccountTables["panel_sessions"], at: number) {
  const age = at - row.verified_at;
  return {
    id: row.id,
    passkeyId: row.passkey_id,
    deviceName: row.device_name,
    beganWith: row.began_with,
    lastSeenAt: row.last_seen_at,
    // Confirmed in the last ten minutes, as irreversible actions require. Setting the clock back must not make it fresh again.
    fresh: age >= 0 && age <= limits.freshMs,
  };
}
