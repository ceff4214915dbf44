import type { OutboxTable } from "../storage/tables.server.ts";
import type { LedgerEnquiry } from "./ledger.server.ts";

/** The words of the owner's commands for what the database keeps in English. */
export const statusWord: Record<LedgerEnquiry["status"], string> = {
  accepted: "przyjęte",
  quarantined: "kwarantanna",
};

export const mailWord: Record<OutboxTable["status"], string> = {
  waiting: "czeka",
  sent: "wysłana",
  dead: "nie dotarła",
};

export const kindWord: Record<OutboxTable["kind"], string> = {
  trainer: "zapytanie",
  visitor: "potwierdzenie",
  digest: "zestawienie",
  canary: "test",
};

// Swedish, because it writes a date as 2026-11-21 08:15, which sorts.
const time = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** An ISO 8601 time as the clock in Poland shows it: `2026-11-21 08:15`. */
export const toPolishTime = (iso: string) => time.format(new Date(iso));
