import { systemClock } from "../enquiries/clock.ts";
import { runOwnerCommand } from "../enquiries/owner/commands.server.ts";
import { createInbox } from "../enquiries/owner/inbox.server.ts";
import { loadConfig } from "../server/config.ts";
import { openDatabaseForCommand } from "./enquiries/open-database.ts";

const config = loadConfig();
const { siteUrl, dataDir, enquiryRetentionDays: retentionDays } = config;
const database = await openDatabaseForCommand(config);
const inbox = createInbox({
  database,
  dataDir,
  clock: systemClock,
  mailHost: new URL(siteUrl).hostname,
  // The running site picks up queued e-mails every few seconds.
  onQueued: () => {},
});
const context = { inbox, retentionDays, print: console.log };
process.exitCode = await runOwnerCommand(process.argv.slice(2), context);
await database.close();
