import { type Kysely, SqliteAdapter, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** The owner's ready answers, and an outbox that holds the answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ready_answers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  if (db.getExecutor().adapter instanceof SqliteAdapter) return remakeOutbox(db);
  await sql`alter table outbox drop constraint outbox_kind_check`.execute(db);
  await sql`alter table outbox add constraint outbox_kind_check check (kind in
    ('trainer', 'visitor', 'digest', 'canary', 'reminder', 'answer', 'booking', 'booking-trainer'))`.execute(
    db,
  );
}

/** SQLite cannot change a check, so the table is made anew, with one more kind and otherwise as it is, indexes included. */
async function remakeOutbox(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where tbl_name = 'outbox' and sql is not null order by type desc`.execute(db);
  const [table = "", ...indexes] = rows.map((row) => row.sql);
  const next = table.replace(/"?outbox"?/, "outbox_next").replace("'reminder'", "'reminder', 'answer'");
  await sql.raw(next).execute(db);
  await sql`insert into outbox_next select * from outbox`.execute(db);
  await sql`drop table outbox`.execute(db);
  await sql`alter table outbox_next rename to outbox`.execute(db);
  for (const index of indexes) await sql.raw(index).execute(db);
}
