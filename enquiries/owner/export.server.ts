import { localTimeOf } from "../polish-time.ts";
import type { Db } from "../storage/tables.server.ts";
import { type ExportFormat, outcomeLabels, stateLabels } from "./inbox.ts";
import { type EnquiryDetails, exportEnquiries } from "./queries.server.ts";

/** Exports all enquiries as text, in parts, so that they are never all in memory. */
export async function* exportText(db: Db, format: ExportFormat, now: number) {
  if (format === "csv") {
    yield toCsv([]);
    for await (const page of exportEnquiries(db, now)) yield toCsvRows(page);
    return;
  }
  let separator = "[\n";
  for await (const page of exportEnquiries(db, now)) {
    for (const enquiry of page) {
      yield separator + JSON.stringify(enquiry);
      separator = ",\n";
    }
  }
  yield separator.startsWith("[") ? "[]\n" : "\n]\n";
}

/** Converts an ISO 8601 time to local time in Poland: `2026-11-21 08:15`. */
export const toPolishTime = (iso: string) => localTimeOf(Date.parse(iso)).replace("T", " ");

const columns: [string, (enquiry: EnquiryDetails) => string | null][] = [
  ["Numer", ({ reference }) => reference],
  ["Otrzymano", ({ receivedAt }) => toPolishTime(receivedAt)],
  ["Etap", ({ status, state }) => (status === "quarantined" ? "kwarantanna" : stateLabels[state])],
  ["Wynik", ({ status, outcome }) => (outcome && status === "accepted" ? outcomeLabels[outcome] : null)],
  ["Następny krok", nextStepText],
  ["Nieobecność", ({ missedAt }) => missedAt && toPolishTime(missedAt)],
  ["Imię", ({ name }) => name],
  ["Telefon", ({ phoneText }) => phoneText],
  ["E-mail", ({ email }) => email],
  ["Temat", ({ goal }) => goal],
  ["Kiedy się odezwać", ({ preferredTime }) => preferredTime],
  ["Wiadomość", ({ message }) => message],
  ["Odpowiedzi", ({ emails }) => emails.flatMap(({ text }) => text ?? []).join("\n\n")],
  ["Opinia", ({ opinions }) => opinions.flatMap(({ text }) => text ?? []).join("\n\n")],
  ["Notatki", ({ notes }) => notes.map(({ text }) => text).join("\n\n")],
  [
    "Termin",
    ({ appointments }) =>
      appointments.find(({ state }) => state !== "cancelled")?.start.replace("T", " ") ?? null,
  ],
];

function nextStepText({ step: { kind, at } }: EnquiryDetails): string | null {
  if (kind === "none") return null;
  return at !== null && (kind === "reminder" || kind === "appointment") ? toPolishTime(at) : "dziś";
}

/** CSV for Polish Excel: semicolons, a byte order mark (which Excel needs to detect UTF-8), and no cell that it would run as a formula. */
export const toCsv = (enquiries: EnquiryDetails[]) =>
  `\ufeff${toRow(columns.map(([title]) => title))}${toCsvRows(enquiries)}`;

const toCsvRows = (enquiries: EnquiryDetails[]) =>
  enquiries.map((enquiry) => toRow(columns.map(([, read]) => read(enquiry) ?? ""))).join("");

const toRow = (cells: string[]) => `${cells.map(toCell).join(";")}\r\n`;

// OWASP, "CSV Injection": these start a formula, also in their full-width forms. An apostrophe makes the cell a text.
const formula = /^\s*[=+\-@＝＋－＠]/u;
// A program that separates by commas or tabs starts a cell in the middle of a text; the space keeps the sign from coming first.
const innerFormula = /([,;\t\r\n])(?=[=+\-@＝＋－＠])/gu;

function toCell(text: string): string {
  const safe = (formula.test(text) ? `'${text}` : text).replace(innerFormula, "$1 ");
  return `"${safe.replaceAll('"', '""')}"`;
}
