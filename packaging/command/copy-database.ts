// For an upgrade, by the site's user: copies the database into a file. Such a copy lies beside the data and goes again, so it does
// not count as the owner's last one.
import { backUp } from "../../enquiries/owner/backup.server.ts";
import { loadConfig } from "../../server/config.ts";

const [file = ""] = process.argv.slice(2);
const copied = await backUp(loadConfig().dataDir, file);
if (!copied.ok) {
  console.error(copied.problem);
  process.exitCode = 1;
}
