// The panel's browser code imports this file: keep server code out of it.

import { morningAfter } from "../polish-time.ts";
import type { EnquiryState, Outcome } from "./inbox.ts";

/** The phone's apps with which the owner contacts somebody. */
export const contactWays = ["call", "sms", "whatsapp"] as const;
export type ContactWay = (typeof contactWays)[number];

export const contactResults = ["sent", "scheduled", "no-answer", "calls-back"] as const;
export type ContactResult = (typeof contactResults)[number];

export const wayLabels: Record<ContactWay, string> = { call: "Telefon", sms: "SMS", whatsapp: "WhatsApp" };

export const resultLabels: Record<ContactResult, string> = {
  sent: "wysłane",
  scheduled: "umówione",
  "no-answer": "nie odbiera",
  "calls-back": "oddzwoni",
};

/** A link that writes to an address; what visitors put into one adds no other recipients or words to the message (RFC 6068). */
export const mailtoOf = (email: string) => `mailto:${email.replace(/[?&#%]/g, encodeURIComponent)}`;

/** `remindAt` is in milliseconds since 1970; of a scheduled enquiry it is the meeting. */
type Progress = { state: EnquiryState; remindAt: number | null };
/** `isDated`: whether an appointment is to come. */
type Handled = Progress & { outcome: Outcome | null; isDated: boolean };

const daysUntilNext = { sent: 3, "no-answer": 1, "calls-back": 2 };

/**
 * State and next step after the owner has called or written. A meeting that is set and an enquiry that is closed for good stay as they
 * are; what was agreed without a date goes on like one in contact. A new meeting has no date yet; a client stays a client, and the owner
 * is reminded at once, or soon if nobody answered. Everybody else gets a next step.
 */
export function afterContact(handled: Handled, result: ContactResult, now: number): Progress {
  const { outcome, remindAt, isDated } = handled;
  const isVague = handled.state === "scheduled" && remindAt === null && !isDated && result !== "scheduled";
  const state = isVague ? "in-contact" : handled.state;
  if (state === "scheduled") return { state, remindAt };
  if (result === "scheduled")
    return outcome === "client" ? { state, remindAt: now } : { state: "scheduled", remindAt: null };
  if (state === "closed" && remindAt === null && (outcome !== "client" || result === "sent"))
    return { state, remindAt };
  const next = morningAfter(daysUntilNext[result], now);
  // After a message the reminder may move later than the owner has planned, but never earlier.
  const chosen = result === "sent" ? Math.max(next, remindAt ?? 0) : next;
  return { state: state === "new" ? "in-contact" : state, remindAt: chosen };
}
