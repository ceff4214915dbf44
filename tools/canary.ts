import { runCanary } from "../enquiries/canary.server.ts";
import { systemClock } from "../enquiries/clock.ts";
import { createJobs } from "../enquiries/jobs.server.ts";
import { loadConfig } from "../server/config.ts";
import { openDatabaseForCommand } from "./enquiries/open-database.ts";

const config = loadConfig();
const database = await openDatabaseForCommand(config);
const jobs = createJobs({ database, clock: systemClock });
const report = await runCanary({ database, jobs, clock: systemClock, serviceUrl: config.serviceUrl, fetch });
await database.close();
const outcome = report.ok
  ? `zapytanie przeszło całą drogę w ${(report.tookMs / 1000).toFixed(1).replace(".", ",")} s`
  : report.problem;
console.log(`Test formularza: ${outcome}.`);
process.exitCode = report.ok ? 0 : 1;
