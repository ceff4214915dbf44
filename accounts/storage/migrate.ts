import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as lostPhone } from "./migrations/0002-lost-phone.ts";
import type { AccountTables } from "./tables.ts";

export const migrations = { "0001-initial": { up: initial }, "0002-lost-phone": { up: lostPhone } };

/**
 * Migrates the tables of the accounts in one transaction. Their migrations are recorded separately from those of the enquiries in the same
 * database. Throws if a newer version of the program has migrated them.
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
