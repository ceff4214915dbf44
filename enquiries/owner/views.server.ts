import { formatPhone } from "../phone.server.ts";
import type { Erasure } from "./erasures.server.ts";
import type { OwnEnquiry } from "./person.server.ts";
import type { InboxStats } from "./stats.server.ts";

export function statsView(stats: InboxStats): string {
  const { waiting, sent, dead } = stats.emails;
  const minutes = stats.medianMinutesToFirstContact;
  return [
    `Zapytania: ${stats.enquiries} (w ostatnich 7 dniach: ${stats.lastSevenDays}), w kwarantannie: ${stats.inQuarantine}`,
    `E-maile: wysłane ${sent}, czekają ${waiting}, nie dotarły ${dead}`,
    `Czas do pierwszego kontaktu (mediana): ${minutes === null ? "jeszcze nieznany" : durationText(minutes)}`,
    `Z ostatniego roku: klienci ${stats.ends.client}, otwarte ${stats.ends.open}`,
    "Tygodnie i tematy pokazuje panel.",
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
