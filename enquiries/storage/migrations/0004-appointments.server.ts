import { type Kysely, SqliteAdapter, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** Dates: who has which, what the trainer changed for one day, and the e-mails about them. The database refuses two at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await db.schema
    .createTable("appointments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) =>
      column.notNull().references("enquiries.reference").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull().check(sql`kind in ('talk', 'training')`))
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('wish', 'asked', 'booked', 'cancelled')`),
    )
    .addColumn("local_start", "text", (column) => column.notNull())
    .addColumn("minutes", "integer", (column) => column.notNull())
    .addColumn("starts_at", "bigint", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull().check(sql`ends_at > starts_at`))
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("place_until", "bigint")
    .addColumn("remind_at", "bigint")
    .addColumn("undo", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("appointments_reference").on("appointments").column("reference").execute();
  await db.schema.createIndex("appointments_start").on("appointments").column("starts_at").execute();
  await (isSqlite ? refuseOverlapsInSqlite(db) : refuseOverlapsInPostgres(db));

  await db.schema
    .createTable("appointment_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("appointment", "text", (column) =>
      column.notNull().references("appointments.id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("appointment_tokens_appointment")
    .on("appointment_tokens")
    .column("appointment")
    .execute();

  await db.schema
    .createTable("slot_exceptions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("effect", "text", (column) => column.notNull().check(sql`effect in ('closed', 'added')`))
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("time", "text")
    .addColumn("kind", "text")
    .addColumn("minutes", "integer")
    .execute();

  await (isSqlite ? remakeOutbox(db) : widenOutbox(db));
}

async function refuseOverlapsInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointments add constraint appointments_one_at_a_time
    exclude using gist (int8range(starts_at, ends_at) with &&) where (state in ('wish', 'booked'))`.execute(
    db,
  );
}

async function refuseOverlapsInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const event of ["insert", "update"]) {
    await sql`create trigger ${sql.ref(`appointments_one_at_a_time_${event}`)} before ${sql.raw(event)} on appointments
      when new.state in ('wish', 'booked') and exists (
        select 1 from appointments as other where other.id <> new.id and other.state in ('wish', 'booked')
          and other.starts_at < new.ends_at and new.starts_at < other.ends_at
      ) begin select raise(abort, 'appointments_one_at_a_time'); end`.execute(db);
  }
}

const kinds = sql`kind in ('trainer', 'visitor', 'digest', 'canary', 'reminder', 'booking', 'booking-trainer')`;

async function widenOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox drop constraint outbox_kind_check`.execute(db);
  await sql`alter table outbox add constraint outbox_kind_check check (${kinds})`.execute(db);
  await sql`alter table outbox add column appointment text references appointments(id) on delete cascade`.execute(
    db,
  );
  await sql`alter table outbox add column detail text`.execute(db);
}

/** SQLite cannot change a check, so the table is made anew. */
async function remakeOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outbox_next")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) => column.references("enquiries.reference").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull().check(kinds))
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
    .addColumn("appointment", "text", (column) => column.references("appointments.id").onDelete("cascade"))
    .addColumn("detail", "text")
    .execute();
  await sql`insert into outbox_next (id, reference, kind, message_id, status, attempts, created_at, next_attempt_at, lease,
    settled_at, last_fault) select id, reference, kind, message_id, status, attempts, created_at, next_attempt_at, lease,
    settled_at, last_fault from outbox`.execute(db);
  await db.schema.dropTable("outbox").execute();
  await db.schema.alterTable("outbox_next").renameTo("outbox").execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["status", "next_attempt_at"]).execute();
  await db.schema.createIndex("outbox_reference").on("outbox").column("reference").execute();
}
