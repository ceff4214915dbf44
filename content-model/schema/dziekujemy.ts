import { z } from "zod";
import { requiredPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { text } from "./text.ts";

export const dziekujemy = z.strictObject({
  heading: text("Nagłówek", "Nagłówek strony po wysłaniu formularza.", 80),
  lead: text("Potwierdzenie", "Potwierdzenie, jedno, dwa zdania."),
  direct: z
    .strictObject({
      heading: text("Nagłówek", "Nagłówek strony.", 80),
      lead: text("Wstęp", "Kiedy przychodzi odpowiedź, jedno, dwa zdania."),
    })
    .meta({
      title: "Strona otwarta bez wysłania formularza",
      description: "Co czyta osoba, która otwiera tę stronę bez wysłania formularza.",
    }),
  nextHeading: text("Nagłówek listy", "Nagłówek listy kroków.", 80),
  next: z
    .array(text("Krok", "Jeden krok, jedno, dwa zdania.", 300))
    .min(1)
    .meta({ title: "Co dalej", description: "Co stanie się teraz, krok po kroku." }),
  photo: photo.optional(),
  impatient: text("Zdanie nad telefonem", "Zdanie nad telefonem dla osób, które nie chcą czekać."),
  meta: requiredPageMeta,
});
