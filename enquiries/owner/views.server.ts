import { formatPhone } from "../phone.server.ts";
import type { LedgerEnquiry, LedgerMessage, Stats } from "./ledger.server.ts";
import { toTable } from "./table.server.ts";
import { kindWord, mailWord, statusWord, toPolishTime } from "./words.server.ts";

/** Many enquiries as a table for a terminal. */
export function listView(enquiries: LedgerEnquiry[]): string {
  return toTable(
    ["Numer", "Otrzymano", "Stan", "Poczta", "Imię", "Kontakt", "Cel"],
    enquiries.map(({ reference, receivedAt, status, mail, name, phone, email, goal }) => [
      reference,
      toPolishTime(receivedAt),
      statusWord[status],
      mail ? mailWord[mail] : "-",
      name,
      phone ? formatPhone(phone) : (email ?? ""),
      goal ?? "",
    ]),
  );
}

/** One enquiry in full, with the fate of its e-mails. */
export function enquiryView(enquiry: LedgerEnquiry & { messages: LedgerMessage[] }): string {
  const facts: [string, string | null][] = [
    ["Numer", enquiry.reference],
    ["Otrzymano", toPolishTime(enquiry.receivedAt)],
    ["Stan", statusWord[enquiry.status]],
    ["Powody kwarantanny", enquiry.reasons.join(", ")],
    ["Imię", enquiry.name],
    ["Telefon", enquiry.phone && formatPhone(enquiry.phone)],
    ["E-mail", enquiry.email],
    ["Cel", enquiry.goal],
    ["Preferowany termin", enquiry.preferredTime],
  ];
  const mail = enquiry.messages.map(({ kind, status, attempts, settledAt, lastFault }) => [
    kindWord[kind],
    mailWord[status],
    String(attempts),
    settledAt ? toPolishTime(settledAt) : "",
    lastFault ?? "",
  ]);
  return [
    ...facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
    "",
    enquiry.message,
    "",
    mail.length > 0
      ? toTable(["Poczta", "Stan", "Próby", "Koniec", "Błąd"], mail)
      : "Poczta: nic do wysłania.",
  ].join("\n");
}

export function statsView(stats: Stats): string {
  const { waiting, sent, dead } = stats.messages;
  const lines = [
    `Zapytania: ${stats.enquiries} (w ostatnich 7 dniach: ${stats.lastSevenDays}), w kwarantannie: ${stats.quarantined}`,
    `Poczta: wysłane ${sent}, czekają ${waiting}, nie dotarły ${dead}`,
    "",
    toTable(
      ["Miesiąc", "Zapytania"],
      stats.months.map(({ month, enquiries }) => [month, String(enquiries)]),
    ),
  ];
  return lines.join("\n");
}
