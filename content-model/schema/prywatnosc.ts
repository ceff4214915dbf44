import { z } from "zod";
import { group, list } from "./group.ts";
import { day, privacyParagraphs, sample, text } from "./text.ts";

const section = group("Część", "Jedna część: heading i paragraphs.", {
  heading: text("Nagłówek", "Nagłówek części.", 100),
  paragraphs: privacyParagraphs(
    "Tekst",
    "Akapity; {retentionDays} zamienia się na liczbę dni przechowywania zapytań.",
  ).meta({ help: "Zamiast {retentionDays} pojawi się liczba dni, przez które zapytania są przechowywane." }),
}).meta({ itemName: ["heading"] });

export const prywatnosc = z.strictObject({
  sample,
  heading: text("Nagłówek", "Nagłówek.", 80),
  updated: day("Dzień ostatniej zmiany", "Dzień ostatniej zmiany, rok-miesiąc-dzień, np. 2026-03-15."),
  objection: text(
    "Prawo sprzeciwu",
    "Prawo sprzeciwu wobec przetwarzania danych (RODO, art. 21 ust. 4): pokazuje się osobno, przy formularzu i w pełnej informacji.",
  ).optional(),
  sections: list(
    section,
    "Części",
    "Części informacji o danych osobowych. Dane administratora pochodzą z pliku site.yaml.",
  ).min(1),
});
