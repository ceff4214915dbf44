import { formatPhone } from "../phone.server.ts";
import type { Erasure } from "./erase.server.ts";
import type { EnquiryPage, LedgerEnquiry, LedgerMessage, Stats } from "./ledger.server.ts";
import type { OwnEnquiry } from "./person.server.ts";
import { toTable } from "./table.server.ts";
import { kindWord, mailWord, statusWord, toPolishTime } from "./words.server.ts";

/** The Polish words of the specification's texts for a table without rows (B9). */
const emptyText = "Nie ma zapytań do pokazania.";
const emptyFilteredText = "Żadne zapytanie nie pasuje do tego wyboru.";

/** A page of enquiries as a table for a terminal. */
export function listView({ enquiries, next }: EnquiryPage, { isFiltered }: { isFiltered: boolean }): string {
  if (enquiries.length === 0) return isFiltered ? emptyFilteredText : emptyText;
  const table = toTable(
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
  return next ? `${table}\n\nNastępna strona: dopisz --after ${next}` : table;
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

/** The question that stands before an erasure which could take more than was asked for. */
export function relatedView(related: OwnEnquiry[]): string {
  return [
    "Nic jeszcze nie usunięto. Ten sam telefon lub adres łączy tę osobę z innymi zapytaniami:",
    ...related.map(ownEnquiryView),
    "Jeśli to ta sama osoba, powtórz polecenie z --related, a jeśli nie, z --only.",
  ].join("\n");
}

export function erasureView({ erased, left, logEmptied, unreadable }: Erasure): string {
  const lines = [`Usunięto zapytań: ${erased}. Kopie zapasowe zrobione wcześniej nadal je zawierają.`];
  if (left.length > 0)
    lines.push("Zostały zapytania o wspólnym telefonie lub adresie:", ...left.map(ownEnquiryView));
  if (!logEmptied)
    lines.push(
      "Inny program czyta bazę, więc usunięty tekst jest jeszcze w jej dzienniku. Zniknie najpóźniej jutro, a od razu po poleceniu purge.",
    );
  for (const file of unreadable)
    lines.push(`Nie da się odczytać odłożonej bazy ${file}. Usuń ten plik, jeśli nie jest już potrzebny.`);
  return lines.join("\n");
}

const ownEnquiryView = ({ reference, name, phone, email }: OwnEnquiry) =>
  `  ${[reference, name, phone && formatPhone(phone), email].filter(Boolean).join(", ")}`;
