import type { DatabaseOptions } from "./database.server.ts";
import { NewerDatabaseError } from "./migrate.server.ts";

/** Why the database could not be opened, in Polish, for whoever started the program. */
export function explainDatabaseError(
  error: unknown,
  { dataDir, databaseUrl }: Pick<DatabaseOptions, "dataDir" | "databaseUrl">,
): string {
  if (error instanceof NewerDatabaseError) return error.message;
  const place = databaseUrl === undefined ? `w folderze ${dataDir} (DATA_DIR)` : "DATABASE_URL";
  return `Nie można otworzyć bazy danych ${place}.`;
}
