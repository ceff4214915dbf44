import { group } from "./group.ts";
import { day, exactText } from "./text.ts";

/**
 * Evidence that a person agreed to be shown. It is validated and then dropped, so it never reaches visitors.
 */
export const consent = group(
  "Zgoda tej osoby",
  "Zapis zgody osoby, o której mowa albo którą widać: person, date, scope.",
  {
    person: exactText("Imię i nazwisko", "Kto wyraził zgodę. Ta informacja nie trafia na stronę."),
    date: day("Data zgody", "Dzień wyrażenia zgody, rok-miesiąc-dzień, np. 2026-03-15."),
    scope: exactText(
      "Zakres zgody",
      "Na co jest zgoda, np. „imię, opinia i zdjęcie na stronie internetowej, do odwołania”.",
      300,
    ),
  },
).meta({ help: "Tylko dla Ciebie: nie trafia na stronę." });
