import {
  type Database,
  explainDatabaseError,
  openDatabase,
} from "../../enquiries/storage/database.server.ts";
import type { Config } from "../../server/config.ts";
import { createLogger } from "../../server/logger.ts";

/** Opens the enquiry database for a command; if that fails, prints the reason in Polish and exits with status 1. */
export async function openDatabaseForCommand({ dataDir, databaseUrl }: Config): Promise<Database> {
  try {
    return await openDatabase({ dataDir, databaseUrl, log: createLogger("error") });
  } catch (error) {
    console.error(explainDatabaseError(error, { dataDir, databaseUrl }));
    return process.exit(1);
  }
}
