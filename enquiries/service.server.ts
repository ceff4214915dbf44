import { randomBytes } from "node:crypto";
import { createAlert } from "./alert.server.ts";
import { runCanary, takeCanaryToken } from "./canary.server.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createHealth, type EnquiryHealth } from "./health.server.ts";
import { createIntake } from "./intake.server.ts";
import { createJobs } from "./jobs.server.ts";
import { createOverLimit } from "./limits.server.ts";
import type { Log } from "./log.ts";
import { createLetters, type SiteFacts } from "./mail/letters.server.ts";
import { createOutbox } from "./mail/outbox.server.ts";
import { createQueue } from "./mail/queue.server.ts";
import { createPost, parseMailbox } from "./mail/transport.server.ts";
import { createWriteLetter } from "./mail/write-letter.server.ts";
import { parsePhone } from "./phone.server.ts";
import { createRegularWork } from "./regular-work.server.ts";
import { suspect } from "./spam.server.ts";
import { type DatabaseOptions, openDatabase } from "./storage/database.server.ts";
import { createSubmit, type Submit } from "./submit.server.ts";

export type { EnquiryHealth, EnquiryProblem } from "./health.server.ts";
export { explainDatabaseFault } from "./storage/explain-fault.server.ts";

export type EnquiryServiceOptions = DatabaseOptions & {
  /** `smtp://` or `smtps://`; left out: e-mails wait in the outbox. */
  smtpUrl?: string | undefined;
  /** `kontakt@example.pl` or `Name <kontakt@example.pl>`. */
  mailFrom: string;
  mailTo: string;
  siteUrl: string;
  retentionDays: number;
  alertWebhookUrl?: string | undefined;
  /** Sends one canary a day through `siteUrl`. */
  canary: boolean;
  site: EnquirySite;
  /** Limits of enquiries per address and of all; `off` for measurements. */
  limits: "on" | "off";
  log: Log;
  /** Passed in by tests. */
  clock?: Clock;
  random?: () => number;
};

/** The site's facts as visitors read them; the goals are the offer's services and "Inne". */
type EnquirySite = SiteFacts & { goals: readonly string[] };

export type EnquiryService = {
  submit: Submit;
  /** From now on forms are checked and e-mails are written by these facts: the site has been published anew. */
  changeSite(site: EnquirySite): void;
  /** Never throws. */
  health(): Promise<EnquiryHealth>;
  /** Starts sending mail and the daily jobs. */
  start(): void;
  /** Ends the jobs, waits for mail that is being sent (at most `timeoutMs`), closes the database. */
  stop(timeoutMs: number): Promise<void>;
};

/**
 * Opens the database (migrating it when needed) and composes everything that an enquiry needs.
 * Throws when the database cannot be opened, and a NewerDatabaseError when a newer version has written it.
 */
export async function createEnquiryService(options: EnquiryServiceOptions): Promise<EnquiryService> {
  const { siteUrl, mailTo, smtpUrl, alertWebhookUrl, retentionDays, log } = options;
  const site = { ...options.site };
  const { clock = systemClock, random = Math.random } = options;
  const mailHost = new URL(siteUrl).hostname;
  const from = parseMailbox(options.mailFrom, site.name);

  const database = await openDatabase(options);
  const jobs = createJobs({ database, clock });
  const queue = createQueue({ database, clock, random });
  const write = createWriteLetter(
    database,
    createLetters({ site, mailTo: parseMailbox(mailTo, "").address }),
  );
  const outbox = smtpUrl
    ? createOutbox({ queue, post: createPost({ smtpUrl, from }), write, clock, log })
    : undefined;
  const submit = createSubmit({
    rules: () => ({ goals: site.goals, parsePhone }),
    store: {
      ...createIntake({ database, clock, randomBytes, mailHost }),
      takeCanaryToken: (token) => takeCanaryToken(database, token, clock.now()),
    },
    overLimit: options.limits === "on" ? createOverLimit(database.pool) : async () => undefined,
    suspect,
    onAccepted: () => outbox?.wake(),
    log,
  });
  const health = createHealth({
    database,
    jobs,
    clock,
    log,
    mailConfigured: smtpUrl !== undefined,
    credentialsRefused: () => outbox?.credentialsRefused() ?? false,
  });
  const regularWork = createRegularWork({
    database,
    dataDir: options.dataDir,
    jobs,
    clock,
    log,
    mailHost,
    retentionDays,
    canary: options.canary ? () => runCanary({ database, jobs, clock, siteUrl, fetch }) : undefined,
    health,
    alert: alertWebhookUrl
      ? createAlert({ webhookUrl: alertWebhookUrl, siteUrl, jobs, clock, log, fetch })
      : undefined,
  });

  return {
    submit,
    changeSite: (next) => void Object.assign(site, next),
    health,
    start() {
      if (!outbox) log.warn({}, "SMTP_URL is not set: e-mails wait in the outbox");
      outbox?.start();
      regularWork.start();
    },
    async stop(timeoutMs) {
      await Promise.all([outbox?.stop(timeoutMs), regularWork.stop(timeoutMs)]);
      await database.close();
    },
  };
}
