import type { Clock } from "./clock.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Log } from "./log.ts";
import type { Database } from "./storage/database.server.ts";

/** What the parts of the enquiry service share; each takes what it needs. */
export type EnquiryDeps = {
  database: Database;
  dataDir: string;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** The public address that answers the form. */
  serviceUrl: string;
  mailHost: string;
  /** Limits of requests, enquiries, quarantine and confirmations; `off` for measurements. */
  limits: "on" | "off";
};
