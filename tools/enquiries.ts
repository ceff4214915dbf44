import { systemClock } from "../enquiries/clock.ts";
import { runOwnerCommand } from "../enquiries/owner/commands.server.ts";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { loadConfig } from "../server/config.ts";
import { createLogger } from "../server/logger.ts";

const { dataDir, databaseUrl, siteUrl, enquiryRetentionDays } = loadConfig();
const database = await openDatabase({ dataDir, databaseUrl, log: createLogger("error") });
process.exitCode = await runOwnerCommand(process.argv.slice(2), {
  database,
  clock: systemClock,
  mailHost: new URL(siteUrl).hostname,
  retentionDays: enquiryRetentionDays,
  print: (text) => console.log(text),
});
await database.close();
