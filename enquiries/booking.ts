// The visitor's browser imports types of this file: keep server code out of it.

import type { AppointmentsTable, EnquiriesTable, Transaction } from "./storage/tables.server.ts";

export type SlotKind = AppointmentsTable["kind"];

/** A free date, as `/api/slots` returns it. `start` is ISO 8601 with Poland's offset. */
export type Slot = { id: string; start: string; minutes: number; kind: SlotKind };

/** The date that an enquiry asked for, with its outcome. `start` is local, `2026-12-01T17:30`. `byEmail`: an e-mail follows. */
export type RequestedDate = { start: string; state: AppointmentsTable["state"]; byEmail: boolean };

/** A date asked for together with an enquiry. */
export type BookingRequest = Pick<EnquiriesTable, "reference" | "email" | "phone"> & {
  slot: string;
  /** False for apparent spam, which gets no place. */
  mayHold: boolean;
};

/** An appointment at the time of an e-mail about it, stored with the message. Later changes get messages of their own. */
export type BookingNews = Pick<AppointmentsTable, "state" | "sequence" | "minutes"> & {
  event: "new" | "moved" | "accepted" | "declined" | "cancelled" | "reminder";
  by: "visitor" | "trainer";
  start: string;
};

/** Part of a stored `BookingNews` that tells of a cancelled or declined date. */
export const cancellation = '"state":"cancelled"';

export type NewBooking = { appointment: string; news: BookingNews };

/** Gives a date to an enquiry, in its transaction; throws `DateTaken` if somebody else has it. Implemented in `appointments/`. */
export type Book = (transaction: Transaction, request: BookingRequest) => Promise<NewBooking>;

/** Thrown to roll back the transaction of an enquiry whose date is no longer free. */
export class DateTaken extends Error {
  override readonly name = "DateTaken";
}
