import { formatPhone } from "../phone.server.ts";
import type { Erasure } from "./erasures.server.ts";
import type { OwnEnquiry } from "./person.server.ts";
import { toPolishTime } from "./polish-time.server.ts";
import type { EnquiryDetails, EnquiryPage } from "./queries.server.ts";
import type { InboxStats } from "./stats.server.ts";
import { toTable } from "./table.server.ts";
import { emailKindWord, mailWord, stateWordOf } from "./words.ts";

/** The Polish words of the specification's texts for a table without rows (B9). */
const emptyText = "Nie ma zapytań do pokazania.";
const emptyFilteredText = "Żadne zapytanie nie pasuje do tego wyboru.";

/** A page of enquiries as a table for a terminal; an asterisk marks what is unread. */
export function listView({ enquiries, next }: EnquiryPage, { isFiltered }: { isFiltered: boolean }): string {
  if (enquiries.length === 0) return isFiltered ? emptyFilteredText : emptyText;
  const table = toTable(
    ["Numer", "Otrzymano", "Stan", "E-mail", "Imię", "Kontakt", "Temat"],
    enquiries.map((enquiry) => [
      enquiry.reference,
      toPolishTime(enquiry.receivedAt),
      `${stateWordOf(enquiry)}${enquiry.readAt ? "" : " *"}`,
      enquiry.mail ? mailWord[enquiry.mail] : "-",
      enquiry.name,
      enquiry.phoneText ?? enquiry.email ?? "",
      enquiry.goal ?? "",
    ]),
  );
  return next ? `${table}\n\nNastępna strona: dopisz --after ${next}` : table;
}

export function enquiryView(enquiry: EnquiryDetails): string {
  const facts: [string, string | null][] = [
    ["Numer", enquiry.reference],
    ["Otrzymano", toPolishTime(enquiry.receivedAt)],
    ["Stan", stateWordOf(enquiry)],
    ["Przypomnienie", enquiry.remindAt && toPolishTime(enquiry.remindAt)],
    ["Powody kwarantanny", enquiry.reasons.join(", ")],
    ["Imię", enquiry.name],
    ["Telefon", enquiry.phoneText],
    ["E-mail", enquiry.email],
    ["Temat", enquiry.goal],
    ["Kiedy się odezwać", enquiry.preferredTime],
  ];
  const emails = enquiry.emails.map(({ kind, status, attempts, settledAt, lastError }) => [
    emailKindWord[kind],
    mailWord[status],
    String(attempts),
    settledAt ? toPolishTime(settledAt) : "",
    lastError ?? "",
  ]);
  return [
    ...facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
    "",
    enquiry.message,
    "",
    ...enquiry.notes.flatMap(({ id, text, createdAt }) => [
      `Notatka z ${toPolishTime(createdAt)} (${id}):`,
      text,
      "",
    ]),
    emails.length > 0
      ? toTable(["E-mail", "Stan", "Próby", "Koniec", "Błąd"], emails)
      : "E-maile: nic do wysłania.",
  ].join("\n");
}

const weeksInView = 12;

export function statsView(stats: InboxStats): string {
  const { waiting, sent, dead } = stats.emails;
  const minutes = stats.medianMinutesToFirstContact;
  return [
    `Zapytania: ${stats.enquiries} (w ostatnich 7 dniach: ${stats.lastSevenDays}), w kwarantannie: ${stats.inQuarantine}`,
    `E-maile: wysłane ${sent}, czekają ${waiting}, nie dotarły ${dead}`,
    `Czas do pierwszego kontaktu (mediana): ${minutes === null ? "jeszcze nieznany" : durationText(minutes)}`,
    "",
    toTable(
      ["Tydzień od", "Zapytania"],
      stats.weeks.slice(-weeksInView).map(({ week, enquiries }) => [week, String(enquiries)]),
    ),
    "",
    toTable(
      ["Temat (ostatni rok)", "Zapytania"],
      stats.goals.map(({ goal, enquiries }) => [goal ?? "bez tematu", String(enquiries)]),
    ),
  ].join("\n");
}

function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} godz.` : `${Math.round(hours / 24)} dni`;
}

/** The question before an erasure that could remove more than requested. */
export function relatedView(related: OwnEnquiry[]): string {
  return [
    "Nic jeszcze nie usunięto. Ten sam telefon lub adres łączy tę osobę z innymi zapytaniami:",
    ...related.map(ownEnquiryView),
    "Jeśli to ta sama osoba, powtórz polecenie z --related, a jeśli nie, z --only.",
  ].join("\n");
}

export function erasureView({ erased, left, logEmptied, unreadable }: Erasure): string {
  const lines = [`Usunięte zapytania: ${erased}. Kopie zapasowe zrobione wcześniej nadal je zawierają.`];
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
