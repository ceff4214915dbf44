import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { up as initial } from "./migrations/0001-initial.server.ts";
import { up as handling } from "./migrations/0002-handling.server.ts";
import { up as reminderEmails } from "./migrations/0003-reminder-emails.server.ts";
import type { Tables } from "./tables.server.ts";

export const migrations = {
  "0001-initial": { up: initial },
  "0002-handling": { up: handling },
  "0003-reminder-emails": { up: reminderEmails },
};

/** Its message is a line for the owner, in Polish. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/** Migrates the tables in one transaction; throws if a newer version of the program has migrated them. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await refuseNewer(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const newer = (await appliedMigrations(db)).find((name) => !Object.hasOwn(migrations, name));
  if (newer) {
    throw new NewerDatabaseError(
      `Baza danych pochodzi z nowszej wersji programu (krok ${newer}). ` +
        "Zainstaluj tę wersję albo przywróć kopię zapasową z czasu obecnej wersji.",
    );
  }
}

/** Names of the applied migrations, oldest first; none if the database is empty. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
