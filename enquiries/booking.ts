// The visitor's browser imports types of this file: keep server code out of it.

import type { Transaction } from "kysely";
import type { AppointmentsTable, Tables } from "./storage/tables.server.ts";

export type SlotKind = AppointmentsTable["kind"];

/** A free date, as `/api/slots` tells it. `start` is ISO 8601 with Poland's offset. */
export type Slot = { id: string; start: string; minutes: number; kind: SlotKind };

/** What became of the date that an enquiry asked for; `start` is local, `2026-12-01T17:30`. `byEmail`: an e-mail tells the person more. */
export type RequestedDate = { start: string; state: AppointmentsTable["state"]; byEmail: boolean };

/** A date asked for together with an enquiry. */
export type BookingRequest = {
  slot: string;
  reference: string;
  email: string | null;
  phone: string | null;
  /** False for apparent spam, which gets no place. */
  mayHold: boolean;
};

/** What an e-mail says of an appointment, kept with the message: what happens later is told by later messages. */
export type BookingNews = {
  event: "new" | "moved" | "accepted" | "declined" | "cancelled" | "reminder";
  by: "visitor" | "trainer";
  state: AppointmentsTable["state"];
  sequence: number;
  start: string;
  minutes: number;
};

export type NewBooking = { appointment: string; news: BookingNews };

/** Gives a date to an enquiry, in its transaction; throws `DateTaken` if somebody else has it. The room `appointments/` does it. */
export type Book = (transaction: Transaction<Tables>, request: BookingRequest) => Promise<NewBooking>;

/** Undoes the transaction of an enquiry whose date has gone. */
export class DateTaken extends Error {
  override readonly name = "DateTaken";
}
