import type { Kysely } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("passkeys").addColumn("suspended_at", "bigint").execute();
  await db.schema.alterTable("panel_sessions").addColumn("previous_token_hash", "text").execute();
  await db.schema.alterTable("panel_sessions").addColumn("rotated_at", "bigint").execute();
  await db.schema
    .alterTable("sign_in_links")
    .addColumn("session_id", "text", (column) => column.references("panel_sessions.id").onDelete("cascade"))
    .execute();
  await db.schema.alterTable("sign_in_links").dropColumn("used_at").execute();
}
