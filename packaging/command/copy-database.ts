// Run by an upgrade as the site's user. This database backup lies beside the data and is removed later, so it is not recorded as the
// owner's last backup.
import { existsSync } from "node:fs";
import { backUpDatabase } from "../../enquiries/owner/database-backup.server.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { loadConfig } from "../../server/config.ts";

const [file = ""] = process.argv.slice(2);
const { dataDir } = loadConfig();
// A site that has been set up but never started has none yet.
const copied = existsSync(sqliteFile(dataDir)) ? await backUpDatabase(dataDir, file) : undefined;
if (copied?.ok === false) {
  console.error(copied.problem);
  process.exitCode = 1;
}
