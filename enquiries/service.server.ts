import { hash, randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Book } from "./booking.ts";
import { consumeCanaryToken, runCanary } from "./canary.server.ts";
import type { EnquiryDeps, EnquirySettings } from "./deps.server.ts";
import { type FormValues, parseEnquiry } from "./form.ts";
import { createAlert, createHealth, type HealthDeps, minFreeDiskBytes } from "./health.server.ts";
import { createJobs } from "./jobs.server.ts";
import { createLimits, noLimits } from "./limits.server.ts";
import {
  type ComposeBooking,
  contextOf,
  createComposer,
  mailServerOf,
  ownerEmail,
} from "./mail/emails.server.ts";
import { createMailer } from "./mail/mailer.server.ts";
import { createOutbox } from "./mail/outbox.server.ts";
import { createQueue } from "./mail/queue.server.ts";
import { sendTestEmail } from "./mail/send-test-email.server.ts";
import { createInbox } from "./owner/inbox.server.ts";
import { parsePhone } from "./phone.server.ts";
import { isQuarantineFull } from "./quarantine.server.ts";
import { createScheduledJobs, type ScheduledJobsDeps } from "./scheduled-jobs.server.ts";
import { singleFlight } from "./single-flight.ts";
import type { SiteFacts } from "./site-facts.ts";
import { createStore } from "./store.server.ts";
import { createSubmit, type Dates } from "./submit.server.ts";
import { createVisits } from "./visits.server.ts";

export type EnquiryServiceOptions = Omit<EnquiryDeps, "jobs" | "mailHost"> &
  Pick<HealthDeps, "freeDiskBytes" | "otherProblems"> &
  Pick<ScheduledJobsDeps, "isClockSteady"> & {
    settings: () => EnquirySettings;
    /** Sends one canary a week through `serviceUrl`, once a mail server is set. */
    canary: boolean;
    /** The current site, used to validate forms and write e-mails. */
    site: () => SiteFacts;
    fetchAlert: typeof fetch;
    /** The panel's address; undefined if e-mails should not link to it. */
    panelUrl: string | undefined;
    onEvent: (event: EnquiryEvent) => void;
    booking: BookingPort;
  };

/** What enquiries need from `appointments/`. */
export type BookingPort = {
  book: Book;
  compose: ComposeBooking;
  dates: Dates;
  runPeriodicTasks: () => Promise<void>;
};

/**
 * `enquiry`: one has arrived outside quarantine. `quarantine`: one has arrived there. `reminder`: one is due. `date`: somebody has moved
 * or cancelled one. `morning`: numbers for today. `backup-late`: no backup has left the server for days.
 */
export type EnquiryEvent =
  | { kind: "enquiry" | "quarantine" | "reminder" | "date"; reference: string }
  | { kind: "morning"; meetings: number; answers: number }
  | { kind: "backup-late" };

export type EnquiryService = ReturnType<typeof createEnquiryService>;

/** Composes everything that an enquiry needs. */
export function createEnquiryService(options: EnquiryServiceOptions) {
  const { database, dataDir, site, settings, booking, onEvent, clock, log } = options;
  const mailHost = new URL(options.siteUrl).hostname;
  const common = { ...options, jobs: createJobs(options), mailHost };

  const limits = options.limits === "on" ? createLimits(clock) : noLimits;
  /** Undefined, so that e-mails wait. */
  const mailServer = () => mailServerOf(site(), settings());
  const mailer = () => {
    const smtpUrl = mailServer();
    return smtpUrl === undefined ? undefined : createMailer({ smtpUrl });
  };
  const context = () => ({ ...contextOf(site(), settings()), panelUrl: options.panelUrl });
  const machine = hash("sha256", `${hostname()} ${resolve(dataDir)}`);
  const outbox = createOutbox({
    ...common,
    queue: createQueue({ ...common, random: Math.random, machine }),
    mailer,
    compose: createComposer({ ...common, context, composeBooking: booking.compose }),
  });

  async function isQuarantineOpen(): Promise<boolean> {
    if (options.limits === "off") return true;
    if (await isQuarantineFull(database.db, clock.now())) return false;
    return (await options.freeDiskBytes()) >= minFreeDiskBytes;
  }

  const store = createStore({ ...common, randomBytes, book: booking.book });
  const rules = () => ({ goals: site().goals, parsePhone });
  const submit = createSubmit({
    rules,
    store,
    consumeCanaryToken: (token) => consumeCanaryToken(database, token, clock.now()),
    limits,
    isQuarantineOpen,
    dates: booking.dates,
    onStored({ reference, status }) {
      outbox.wake();
      if (status !== "canary") onEvent({ kind: status === "accepted" ? "enquiry" : "quarantine", reference });
    },
    log,
  });
  const health = createHealth({
    ...common,
    mailConfigured: () => mailServer() !== undefined,
    credentialsRefused: outbox.credentialsRefused,
  });
  const alert = createAlert({ ...common, fetch: options.fetchAlert });
  const inbox = createInbox({ ...common, onQueued: outbox.wake });
  const visits = createVisits({ ...common, db: database.db });
  const formCheck = singleFlight(() => runCanary({ ...common, fetch }));

  const scheduledJobs = createScheduledJobs({
    ...common,
    canary: () => (options.canary && mailer() ? formCheck.run : undefined),
    async sendReminders() {
      await booking.runPeriodicTasks();
      for (const reference of await inbox.claimDueReminders()) onEvent({ kind: "reminder", reference });
    },
    async announceToday() {
      const { meetings, answers } = await inbox.countToday();
      if (meetings + answers > 0) onEvent({ kind: "morning", meetings, answers });
    },
    async alertOfProblems() {
      const { alertWebhookUrl } = settings();
      if (alertWebhookUrl !== undefined) await alert(alertWebhookUrl, await health());
    },
  });

  return {
    submit,
    /** Stores what somebody told the owner, once for a key, by the form's rules but for the message. No e-mail goes out. */
    async writeDown(values: FormValues, key?: string) {
      const message = values.message?.trim() || "Zapisane w\u00a0panelu, bez wiadomości.";
      const parsed = parseEnquiry({ ...values, message }, rules());
      if (!parsed.ok) return parsed;
      const own = { key, reasons: [], canary: false, byOwner: true };
      const { reference } = await store.accept({ enquiry: parsed.enquiry, ...own });
      await inbox.markRead(reference);
      return { ok: true, reference } as const;
    },
    countRequest: limits.countRequest,
    countVisit: visits.count,
    /** Whether an enquiry with this reference is stored. */
    isKnown: store.isKnown,
    inbox,
    /** For other tables in the same database, so that one backup holds all. */
    database,
    /** Sends an e-mail to the trainer at once, bypassing the outbox; false if the mail server refused it or none is set. */
    async sendToOwner(mail: { subject: string; text: string }): Promise<boolean> {
      const message = ownerEmail(context(), mail);
      return (await mailer()?.send(message, `<${randomUUID()}@${mailHost}>`))?.kind === "sent";
    },
    /** Where replies to the site's e-mails arrive. */
    ownerMailbox: () => context().trainer.address,
    /** Sends a canary now, or waits for the one under way, and records its result. */
    checkForm: formCheck.run,
    isCheckingForm: formCheck.isRunning,
    /** Sends a test e-mail with the given settings and reports the mail server's answer in Polish. */
    sendTestEmail: (tried: EnquirySettings) => sendTestEmail(tried, contextOf(site(), tried)),
    /** Call it when there are e-mails to send. */
    onQueued: outbox.wake,
    /** Call it after a change of settings: everything that waits is retried at once. */
    onSettingsChanged: outbox.retryAll,
    /** Never throws. */
    health,
    async start(): Promise<void> {
      if (!mailer()) log.warn({}, "SMTP_URL is not set: e-mails wait in the outbox");
      await outbox.start();
      scheduledJobs.start();
      visits.start();
    },
    /** Stops the jobs, waits at most `timeoutMs` for mail in progress, and closes the database. */
    async stop(timeoutMs: number): Promise<void> {
      await Promise.all([outbox, scheduledJobs, visits].map((work) => work.stop(timeoutMs)));
      await database.close();
    },
  };
}
