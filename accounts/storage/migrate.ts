import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { up as initial } from "./migrations/0001-initial.ts";
import type { AccountTables } from "./tables.ts";

export const migrations = { "0001-initial": { up: initial } };

/**
 * Brings the tables of the accounts up to date in one transaction. They have a history of their own beside that of the
 * enquiries in the same database. Throws when a newer version of the program has written them.
 */
export async function migrateAccounts(db: Kysely<AccountTables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: "accounts_migration",
    migrationLockTableName: "accounts_migration_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
