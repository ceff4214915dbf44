import { type Kysely, SqliteAdapter, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** Lets the outbox hold reminders. SQLite cannot change a check, so its table is made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const check = sql`kind in ('trainer', 'visitor', 'digest', 'canary', 'reminder')`;
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    await sql`alter table outbox drop constraint outbox_kind_check`.execute(db);
    await sql`alter table outbox add constraint outbox_kind_check check (${check})`.execute(db);
    return;
  }
  await db.schema
    .createTable("outbox_next")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) => column.references("enquiries.reference").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull().check(check))
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
  await sql`insert into outbox_next select id, reference, kind, message_id, status, attempts, created_at,
    next_attempt_at, lease, settled_at, last_fault from outbox`.execute(db);
  await db.schema.dropTable("outbox").execute();
  await db.schema.alterTable("outbox_next").renameTo("outbox").execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["status", "next_attempt_at"]).execute();
  await db.schema.createIndex("outbox_reference").on("outbox").column("reference").execute();
}
