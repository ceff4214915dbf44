import { z } from "zod";
import { group, list } from "./group.ts";
import { day, privacyParagraphs, sample, text } from "./text.ts";

const section = group("Część", {
  heading: text("Nagłówek", 100),
  paragraphs: privacyParagraphs("Tekst"),
}).meta({ itemName: ["heading"] });

export const prywatnosc = z.strictObject({
  sample,
  heading: text("Nagłówek", 80),
  updated: day("Dzień ostatniej zmiany"),
  objection: text("Prawo sprzeciwu").optional(),
  sections: list(section, "Części").min(1),
});
