import type { EnquiryEvent } from "../../enquiries/service.server.ts";
import type { Notification } from "./push.ts";

/** What a notification says: how much, never who. */
export function noticeOf(event: EnquiryEvent): Notification {
  if (event.kind === "quarantine") return { ...words.quarantine, path: "/panel/zapytania?stan=quarantine" };
  if (event.kind === "backup-late") return { ...words[event.kind], path: "/panel/ustawienia/kopie" };
  if (event.kind !== "morning") return { ...words[event.kind], path: `/panel/zapytania/${event.reference}` };
  const counts = [
    countOf(event.meetings, { one: "spotkanie", few: "spotkania", many: "spotkań" }),
    countOf(event.answers, { one: "odpowiedź", few: "odpowiedzi", many: "odpowiedzi" }),
  ];
  return { title: `Dziś: ${counts.flat().join(", ")}`, body: "Szczegóły są w panelu.", path: "/panel/dzis" };
}

const words = {
  enquiry: { title: "Nowe zapytanie", body: "Otwórz panel, żeby je przeczytać." },
  quarantine: { title: "Do sprawdzenia", body: "Coś trafiło do kwarantanny.", silent: true },
  "backup-late": { title: "Kopie nie wychodzą", body: "Od trzech dni żadna nie wyszła poza serwer." },
  reminder: { title: "Przypomnienie", body: "Pora na następny krok. Otwórz panel." },
};

const plural = new Intl.PluralRules("pl");

const countOf = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>) =>
  count === 0 ? [] : [`${count} ${forms[plural.select(count)]}`];
