import { type Kysely, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("enquiries")
    .addColumn("reference", "text", (column) => column.primaryKey())
    .addColumn("key", "text", (column) => column.unique())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) =>
      column.notNull().check(sql`status in ('accepted', 'quarantined', 'canary')`),
    )
    .addColumn("reasons", "text", (column) => column.notNull())
    .addColumn("digest_id", "text")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("phone", "text")
    .addColumn("email", "text")
    .addColumn("goal", "text")
    .addColumn("preferred_time", "text")
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("enquiries_content")
    .on("enquiries")
    .columns(["content_hash", "received_at"])
    .execute();
  await db.schema.createIndex("enquiries_received").on("enquiries").column("received_at").execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) => column.references("enquiries.reference").onDelete("cascade"))
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('trainer', 'visitor', 'digest', 'canary')`),
    )
    .addColumn("message_id", "text", (column) => column.notNull().unique())
    .addColumn("status", "text", (column) =>
      column.notNull().check(sql`status in ('waiting', 'sent', 'dead')`),
    )
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
    .addColumn("lease", "text")
    .addColumn("settled_at", "bigint")
    .addColumn("last_fault", "text")
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["status", "next_attempt_at"]).execute();
  await db.schema.createIndex("outbox_reference").on("outbox").column("reference").execute();

  await db.schema
    .createTable("canary_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("jobs")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("ran_at", "bigint", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();

  // The columns are those of rate-limiter-flexible; only PostgreSQL uses the table.
  await db.schema
    .createTable("enquiry_limits")
    .addColumn("key", "varchar(255)", (column) => column.primaryKey())
    .addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expire", "bigint")
    .execute();
}
