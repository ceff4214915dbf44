import { explainDatabaseError, openDatabase } from "../../enquiries/storage/database.server.ts";
import type { Config } from "../../server/config.ts";
import { createLogger } from "../../server/logger.ts";

/** Opens the enquiry database for a command; if that fails, prints the reason in Polish and exits with status 1. */
export function openDatabaseForCommand(config: Config) {
  return openDatabase({ ...config, log: createLogger("error") }).catch((error: unknown) => {
    console.error(explainDatabaseError(error, config));
    return process.exit(1);
  });
}
