// Run by an upgrade as the site's user. This database backup lies beside the data and is removed later, so it is not recorded as the
// owner's last backup.
import { backUpDatabase } from "../../enquiries/owner/database-backup.server.ts";
import { loadConfig } from "../../server/config.ts";

const [file = ""] = process.argv.slice(2);
const copied = await backUpDatabase(loadConfig().dataDir, file);
if (!copied.ok) {
  console.error(copied.problem);
  process.exitCode = 1;
}
