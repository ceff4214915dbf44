import { group, item, list } from "./group.ts";
import { day, privacyParagraphs, sample, text } from "./text.ts";

const section = item("Część", "heading", {
  heading: text("Nagłówek", 100),
  paragraphs: privacyParagraphs("Tekst"),
});

export const prywatnosc = group("Dane osobowe", {
  sample,
  heading: text("Nagłówek", 80),
  updated: day("Dzień ostatniej zmiany"),
  objection: text("Prawo sprzeciwu").optional(),
  sections: list(section, "Części").min(1),
});
