import {
  type Database,
  explainDatabaseError,
  openDatabase,
} from "../../enquiries/storage/database.server.ts";
import type { Config } from "../../server/config.ts";
import { createLogger } from "../../server/logger.ts";

/** Opens the enquiries' database for a command; if that fails, says why in Polish and exits with status 1. */
export async function openOwnersDatabase({ dataDir, databaseUrl }: Config): Promise<Database> {
  try {
    return await openDatabase({ dataDir, databaseUrl, log: createLogger("error") });
  } catch (error) {
    console.error(explainDatabaseError(error, { dataDir, databaseUrl }));
    return process.exit(1);
  }
}
