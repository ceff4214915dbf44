import { interfaceDefaults } from "../app/ui/defaults.ts";
import { systemClock } from "../enquiries/clock.ts";
import { runOwnerCommand } from "../enquiries/owner/commands.server.ts";
import { loadConfig } from "../server/config.ts";
import { openOwnersDatabase } from "./owner/open-database.ts";

const config = loadConfig();
const database = await openOwnersDatabase(config);
process.exitCode = await runOwnerCommand(process.argv.slice(2), {
  database,
  clock: systemClock,
  dataDir: config.dataDir,
  mailHost: new URL(config.siteUrl).hostname,
  retentionDays: config.enquiryRetentionDays,
  rowsPerPage: interfaceDefaults.table.rowsPerPage,
  print: (text) => console.log(text),
});
await database.close();
