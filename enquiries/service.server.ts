import type { Log } from "./log.ts";
import type { Submit } from "./submit.server.ts";

export type EnquiryServiceOptions = {
  /** Folder of the embedded database; made when missing. */
  dataDir: string;
  /** `postgres://...`; left out: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** `smtp://` or `smtps://`; left out: e-mails wait in the outbox. */
  smtpUrl?: string | undefined;
  mailFrom: string;
  mailTo: string;
  siteUrl: string;
  retentionDays: number;
  alertWebhookUrl?: string | undefined;
  /** Sends one canary a day through `siteUrl`. */
  canary: boolean;
  /** The site's facts as visitors read them. */
  site: {
    name: string;
    phone: string;
    email: string;
    /** When the trainer answers, as the end of "Odpowiedź przyjdzie ...", e.g. "w ciągu jednego dnia roboczego". */
    answerTime: string;
    /** The offer's services and "Inne". */
    goals: readonly string[];
  };
  /** Limits of enquiries per address and of all; `off` for measurements. */
  limits: "on" | "off";
  log: Log;
};

export type EnquiryService = {
  submit: Submit;
  health(): Promise<EnquiryHealth>;
  /** Starts sending mail and the daily jobs. */
  start(): void;
  /** Ends the jobs, waits for mail that is being sent (at most `timeoutMs`), closes the database. */
  stop(timeoutMs: number): Promise<void>;
};

export type EnquiryProblem =
  | "storage-not-writable"
  | "mail-refuses-credentials"
  | "outbox-late"
  | "mail-to-trainer-refused"
  | "canary-failed";

export type EnquiryHealth = {
  /** Empty when all is well; else the health page answers 503. */
  problems: EnquiryProblem[];
  storageWritable: boolean;
  /** Messages that wait to be sent. */
  waitingMessages: number;
  /** Age of the oldest of them, null when none waits. */
  oldestWaitingMs: number | null;
  /** Messages given up: refused by the receiving server for good, or not delivered in 5 days. */
  deadMessages: number;
  mailConfigured: boolean;
  lastCanary: { ok: boolean; at: string } | null;
};

/**
 * Opens the database (migrating it when needed) and composes everything that an enquiry needs.
 * Throws when the database cannot be opened or was written by a newer version.
 */
export declare function createEnquiryService(options: EnquiryServiceOptions): Promise<EnquiryService>;
