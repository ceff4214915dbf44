import { z } from "zod";
import { day, privacyParagraphs, sample, text } from "./text.ts";

const section = z
  .strictObject({
    heading: text("Nagłówek", "Nagłówek części.", 100),
    paragraphs: privacyParagraphs(
      "Tekst",
      "Akapity; {retentionDays} zamienia się na liczbę dni przechowywania zapytań.",
    ).meta({ help: "W miejscu {retentionDays} stanie liczba dni, przez które zapytania są przechowywane." }),
  })
  .meta({ title: "Część", itemName: ["heading"], description: "Jedna część: heading i paragraphs." });

export const prywatnosc = z.strictObject({
  sample,
  heading: text("Nagłówek", "Nagłówek.", 80),
  updated: day("Dzień ostatniej zmiany", "Dzień ostatniej zmiany, rok-miesiąc-dzień, np. 2026-03-15."),
  objection: text(
    "Prawo sprzeciwu",
    "Prawo sprzeciwu wobec przetwarzania danych (RODO, art. 21 ust. 4): stoi osobno, przy formularzu i w pełnej informacji.",
  ).optional(),
  sections: z.array(section).min(1).meta({
    title: "Części",
    description: "Części informacji o danych osobowych. Dane administratora pochodzą z pliku site.yaml.",
  }),
});
