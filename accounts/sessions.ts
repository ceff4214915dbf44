import type { Deps } from "./deps.ts";
import { createToken, hashSecret } from "./secrets.ts";
import type { SessionsTable } from "./storage/tables.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const sessionLimits = { idleMs: 7 * dayMs, totalMs: 30 * dayMs, freshMs: 10 * minuteMs };

/** Accurate enough for "last used" without a write for every request. */
const seenEveryMs = minuteMs;

export type Session = ReturnType<typeof toSession>;

type NewSession = Pick<Session, "passkeyId" | "deviceName" | "beganWith">;

/** Signed-in devices. A session ends after 7 days without use, and after 30 days in any case (P2.5, T10, T11). */
export function createSessions({ db, now, randomBytes }: Deps) {
  /** Begins a session and returns the cookie's token, of which only a hash is stored. */
  async function begin({ passkeyId, deviceName, beganWith }: NewSession) {
    const token = createToken(randomBytes);
    const at = now();
    const row = {
      id: createToken(randomBytes).slice(0, 22),
      token_hash: hashSecret(token),
      passkey_id: passkeyId,
      device_name: deviceName,
      began_with: beganWith,
      created_at: at,
      last_seen_at: at,
      verified_at: at,
    };
    await db.insertInto("panel_sessions").values(row).execute();
    return { token, session: toSession(row, at) };
  }

  /** The session of a cookie's token; undefined if it has ended or expired. */
  async function find(token: string): Promise<Session | undefined> {
    const at = now();
    const row = await alive(at).where("token_hash", "=", hashSecret(token)).executeTakeFirst();
    if (!row) return undefined;
    if (Math.abs(at - row.last_seen_at) >= seenEveryMs) {
      await db.updateTable("panel_sessions").set({ last_seen_at: at }).where("id", "=", row.id).execute();
    }
    return toSession({ ...row, last_seen_at: at }, at);
  }

  /**
   * Records that the owner has just confirmed a session with a passkey; the session then belongs to that passkey. The cookie gets a new
   * token, so that a token stolen before the confirmation is worthless.
   */
  async function confirm(id: string, passkeyId: string): Promise<string> {
    const token = createToken(randomBytes);
    await db
      .updateTable("panel_sessions")
      .set({ token_hash: hashSecret(token), verified_at: now(), passkey_id: passkeyId })
      .where("id", "=", id)
      .execute();
    return token;
  }

  async function rename(id: string, deviceName: string): Promise<void> {
    await db.updateTable("panel_sessions").set({ device_name: deviceName }).where("id", "=", id).execute();
  }

  async function end(id: string): Promise<void> {
    await db.deleteFrom("panel_sessions").where("id", "=", id).execute();
  }

  async function endAll(): Promise<void> {
    await db.deleteFrom("panel_sessions").execute();
  }

  async function list(): Promise<Session[]> {
    const at = now();
    const rows = await alive(at).orderBy("last_seen_at", "desc").execute();
    return rows.map((row) => toSession(row, at));
  }

  async function removeExpired(): Promise<void> {
    const at = now();
    await db
      .deleteFrom("panel_sessions")
      .where(({ eb, or }) =>
        or([
          eb("last_seen_at", "<=", at - sessionLimits.idleMs),
          eb("created_at", "<=", at - sessionLimits.totalMs),
        ]),
      )
      .execute();
  }

  function alive(at: number) {
    return db
      .selectFrom("panel_sessions")
      .selectAll()
      .where("last_seen_at", ">", at - sessionLimits.idleMs)
      .where("created_at", ">", at - sessionLimits.totalMs);
  }

  return { begin, find, confirm, rename, end, endAll, list, removeExpired };
}

function toSession(row: SessionsTable, at: number) {
  const age = at - row.verified_at;
  return {
    id: row.id,
    passkeyId: row.passkey_id,
    deviceName: row.device_name,
    beganWith: row.began_with,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    // Whether the owner confirmed their identity in the last ten minutes, as irreversible actions require. Setting the clock back must not
    // make an old confirmation fresh again.
    fresh: age >= 0 && age <= sessionLimits.freshMs,
  };
}
