import { z } from "zod";
import { group, list } from "./group.ts";
import { requiredPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { text } from "./text.ts";

export const dziekujemy = z.strictObject({
  heading: text("Nagłówek", "Nagłówek strony po wysłaniu formularza.", 80),
  lead: text("Potwierdzenie", "Potwierdzenie, jedno, dwa zdania."),
  direct: group(
    "Strona otwarta bez wysłania formularza",
    "Co czyta osoba, która otwiera tę stronę bez wysłania formularza.",
    {
      heading: text("Nagłówek", "Nagłówek strony.", 80),
      lead: text("Wstęp", "Kiedy przychodzi odpowiedź, jedno, dwa zdania."),
    },
  ),
  nextHeading: text("Nagłówek listy", "Nagłówek listy kroków.", 80),
  next: list(
    text("Krok", "Jeden krok, jedno, dwa zdania.", 300),
    "Co dalej",
    "Co stanie się teraz, krok po kroku.",
  ).min(1),
  photo: photo.optional(),
  impatient: text("Zdanie nad telefonem", "Zdanie nad telefonem dla osób, które nie chcą czekać."),
  meta: requiredPageMeta,
});
