import { type Kysely, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** Opinions, and which appointments were held. The database takes one opinion for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointments add column held_at bigint`.execute(db);
  await sql`create table opinions (
    id text primary key, token_hash text not null unique,
    state text not null check (state in ('offered', 'sent', 'shown', 'hidden', 'withdrawn')),
    reference text references enquiries (reference) on delete set null, appointment text, kind text, held_on text,
    text text, author text, about text, consents text, words_hash text, reason text,
    created_at bigint not null, sent_at bigint, changed_at bigint not null
  )`.execute(db);
  await sql`create index opinions_reference on opinions (reference)`.execute(db);
  await sql`create unique index opinions_one_each on opinions (appointment) where state <> 'offered'`.execute(
    db,
  );
}
