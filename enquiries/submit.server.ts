import * as z from "zod/mini";
import { DateTaken, type RequestedDate, type Slot } from "./booking.ts";
import {
  type Enquiry,
  elapsedField,
  type Field,
  type FormErrors,
  type FormRules,
  type FormValues,
  fields,
  honeypotField,
  keyField,
  parseEnquiry,
} from "./form.ts";
import type { EnquiryLimits } from "./limits.server.ts";
import { describeError, type Log } from "./log.ts";
import { floodReason, type SpamSignals, spamReasons } from "./quarantine.server.ts";
import { isOverlap } from "./storage/database.server.ts";
import type { EnquiriesTable } from "./storage/tables.server.ts";
import type { createStore } from "./store.server.ts";

/** The contents of a request, before its fields are validated. */
export type SubmissionBody = SpamSignals & {
  values: FormValues;
  /** The form's one-time key. Without a key, identical content within 24 hours is the same enquiry. */
  key?: string | undefined;
};

export type Submission = SubmissionBody & {
  /** The visitor's IP address, as reported by trusted proxies. */
  clientAddress: string;
};

/** Begins the key of a canary's form. The whole key is a token that works once, within five minutes. */
export const canaryKeyPrefix = "canary-";

export type SubmitResult =
  | { kind: "accepted"; reference: string; date?: RequestedDate | undefined }
  /** Somebody else has the date. Nothing was stored; these are the nearest free ones. */
  | { kind: "taken"; slots: readonly Slot[] }
  | { kind: "invalid"; errors: FormErrors }
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "unavailable" };

export type Dates = {
  /** Call it before booking: reads the trainer's other calendars again. */
  refresh: (slot: string) => Promise<void>;
  nearest: (slot: string) => Promise<readonly Slot[]>;
  of: (reference: string) => Promise<RequestedDate | undefined>;
};

type SubmitDeps = {
  rules: () => FormRules;
  store: Pick<ReturnType<typeof createStore>, "findKnown" | "accept">;
  consumeCanaryToken: (token: string) => Promise<boolean>;
  limits: Pick<EnquiryLimits, "countEnquiry" | "countGenuine">;
  /** False when the quarantine is full. An enquiry for it is then refused, to protect the disk. */
  isQuarantineOpen: () => Promise<boolean>;
  dates: Dates;
  onStored: (stored: { reference: string; status: EnquiriesTable["status"] }) => void;
  log: Log;
};

const optionalText = z.nullish(z.string());
const bodySchema = z.object({
  ...(Object.fromEntries(fields.map((field) => [field, optionalText])) as Record<Field, typeof optionalText>),
  [keyField]: z.nullish(z.string().check(z.regex(/^[^\p{Cc}]{0,200}$/u))),
  [honeypotField]: optionalText,
  [elapsedField]: z.nullish(z.number()),
});

/** Reads a JSON body or the entries of a form post; returns undefined for anything of another shape (HTTP 400). */
export function parseSubmissionBody(body: unknown): SubmissionBody | undefined {
  const result = z.safeParse(bodySchema, body);
  if (!result.success) return undefined;
  const { [keyField]: key, [honeypotField]: honeypot, [elapsedField]: elapsedMs, ...typed } = result.data;
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => typeof value === "string"));
  return { values, key: key || undefined, honeypot, elapsedMs };
}

/** Creates `submit`, which stores an enquiry. `accepted` means that the enquiry and its e-mails are committed (B10.3). */
export function createSubmit(deps: SubmitDeps) {
  const { rules, store, limits, isQuarantineOpen, onStored, dates, log } = deps;

  async function accepted(reference: string, { slot }: Enquiry): Promise<SubmitResult> {
    // It is stored, whatever happens now.
    const date = slot ? await dates.of(reference).catch(() => undefined) : undefined;
    return { kind: "accepted", reference, date };
  }

  return async (submission: Submission): Promise<SubmitResult> => {
    const parsed = parseEnquiry(submission.values, rules());
    if (!parsed.ok) return { kind: "invalid", errors: parsed.errors };
    const { enquiry } = parsed;
    const { key, clientAddress } = submission;
    try {
      const known = await store.findKnown({ enquiry, key });
      if (known) return await accepted(known, enquiry);

      const canary = key?.startsWith(canaryKeyPrefix) === true && (await deps.consumeCanaryToken(key));
      const retryAfterSeconds = canary ? undefined : limits.countEnquiry(clientAddress);
      if (retryAfterSeconds !== undefined) return { kind: "limited", retryAfterSeconds };

      const reasons = canary ? [] : spamReasons(enquiry, submission);
      // A flood must not close the form for others, so it is stored in quarantine.
      if (!canary && reasons.length === 0 && limits.countGenuine() !== undefined) reasons.push(floodReason);
      if (reasons.length > 0 && !(await isQuarantineOpen())) {
        log.warn({}, "the quarantine is full, an enquiry was refused");
        return { kind: "unavailable" };
      }
      if (enquiry.slot && reasons.length === 0) await dates.refresh(enquiry.slot);
      const stored = await store.accept({ enquiry, key, reasons, canary }).catch(undefinedIfTaken);
      if (!stored) return { kind: "taken", slots: await dates.nearest(enquiry.slot ?? "") };
      if (stored.isNew) onStored(stored);
      return await accepted(stored.reference, enquiry);
    } catch (error) {
      log.error(describeError(error), "enquiry could not be stored");
      return { kind: "unavailable" };
    }
  };
}

function undefinedIfTaken(error: unknown): undefined {
  if (!(error instanceof DateTaken || isOverlap(error))) throw error;
}
