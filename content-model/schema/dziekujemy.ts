import { group, list } from "./group.ts";
import { pageHead, requiredPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { text } from "./text.ts";

export const dziekujemy = group("Podziękowanie", {
  heading: text("Nagłówek", 80),
  lead: text("Potwierdzenie"),
  direct: group("Strona otwarta bez wysłania formularza", pageHead),
  nextHeading: text("Nagłówek listy", 80),
  next: list(text("Krok", 300), "Co dalej").min(1),
  photo: photo.optional(),
  impatient: text("Zdanie nad telefonem"),
  meta: requiredPageMeta,
});
