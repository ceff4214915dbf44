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

/** Settings that the owner may change while the service runs; read whenever they are needed. */
export type EnquirySettings = {
  /** `smtp://` or `smtps://`; undefined means that e-mails wait in the outbox. */
  smtpUrl: string | undefined;
  /** `kontakt@example.pl` or `Name <kontakt@example.pl>`; undefined means the e-mail of the content. */
  mailFrom: string | undefined;
  mailTo: string | undefined;
  /** Where alerts are posted; undefined means nowhere. */
  alertWebhookUrl: string | undefined;
  enquiryRetentionDays: number;
  /** The hour in Poland at which a notification announces the day; undefined means never. */
  morningHour: number | undefined;
};
