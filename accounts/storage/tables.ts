import { type Kysely, sql } from "kysely";
import type { AuditLogAction } from "../audit-actions.ts";

/** All times are milliseconds since 1970 of the machine's clock. Secrets are stored as SHA-256 only. */
export type AccountTables = {
  passkeys: {
    /** The credential's id, base64url. */
    id: string;
    /** COSE key, base64url. */
    public_key: string;
    counter: number;
    /** JSON list, as reported by the browser. */
    transports: string;
    name: string;
    /** The relying party it was created for; it works for no other. */
    relying_party: string;
    created_at: number;
    last_used_at: number | null;
    /** When it stopped working, until the owner decides whether it stays; null if it works. */
    suspended_at: number | null;
  };
  /** Challenges that a passkey has answered, so that none is answered twice; a challenge's signature covers purpose and session. */
  passkey_challenges: { challenge: string; purpose: "register" | "sign-in" | "confirm"; expires_at: number };
  panel_sessions: {
    /** The session's public id, unrelated to the cookie's token. */
    id: string;
    token_hash: string;
    /** The hash before the last rotation, and when that was; null before the first. */
    previous_token_hash: string | null;
    rotated_at: number | null;
    passkey_id: string | null;
    device_name: string;
    /** `device`: a link that another signed-in device showed; `link`: one from the server. */
    began_with: "passkey" | "link" | "device" | "recovery";
    created_at: number;
    last_seen_at: number;
    /** When the owner last proved their identity: with a passkey, a link from the server or a code; 0 for never. */
    verified_at: number;
  };
  sign_in_links: {
    token_hash: string;
    purpose: "setup" | "device" | "recovery";
    /** The recovery code that the link also needs; null for the other purposes. */
    code_hash: string | null;
    /** The session that made a link for another device; the link ends with it. */
    session_id: string | null;
    expires_at: number;
  };
  recovery_codes: { code_hash: string; created_at: number; used_at: number | null };
  /** For the owner to look up later. Never contains a visitor's name, address or text. */
  journal: {
    id: string;
    at: number;
    action: AuditLogAction;
    device: string;
    /** 1 or 0. */
    succeeded: number;
    /** What the action was about, such as a device's name or an enquiry's reference. */
    detail: string;
  };
  push_subscriptions: {
    endpoint: string;
    session_id: string;
    device_name: string;
    p256dh: string;
    auth: string;
    created_at: number;
    last_success_at: number | null;
  };
  panel_settings: { name: string; value: string };
};

/** Never part of a backup: whoever finds one could pose as a device, or push to the owner's phone. Ordered by foreign keys. */
export const secretTables = [
  "panel_settings",
  "panel_sessions",
  "push_subscriptions",
  "passkey_challenges",
  "sign_in_links",
] as const satisfies (keyof AccountTables)[];

/** Whether a table has any row. Loads nothing else of the panel and works before its tables exist. */
export async function hasRow(db: Kysely<AccountTables>, table: keyof AccountTables): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === table)) return false;
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length > 0;
}
