import { z } from "zod";
import { lastingPageMeta } from "./page.ts";
import { text } from "./text.ts";

export const dziekujemy = z.strictObject({
  meta: lastingPageMeta,
  heading: text("Nagłówek strony po wysłaniu formularza.", 80),
  lead: text("Potwierdzenie, jedno, dwa zdania."),
  direct: z
    .strictObject({
      heading: text("Nagłówek strony.", 80),
      lead: text("Kiedy przychodzi odpowiedź, jedno, dwa zdania."),
    })
    .meta({ description: "Co czyta osoba, która otwiera tę stronę bez wysłania formularza." }),
  nextHeading: text("Nagłówek listy kroków.", 80),
  next: z
    .array(text("Jeden krok, jedno, dwa zdania.", 300))
    .min(1)
    .meta({ description: "Co stanie się teraz, krok po kroku." }),
  impatient: text("Zdanie nad telefonem dla osób, które nie chcą czekać."),
});
