import { z } from "zod";
import { requiredPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { privacyParagraphs, text } from "./text.ts";

export const kontakt = z.strictObject({
  heading: text("Nagłówek", "Nagłówek strony.", 80),
  lead: text("Wstęp", "Jedno, dwa zdania pod nagłówkiem."),
  route: text("Dojazd i wejście", "Jak dojechać i gdzie wejść."),
  photo: photo.optional(),
  formHeading: text("Nagłówek formularza", "Nagłówek formularza.", 80),
  formLead: text("Zdanie nad formularzem", "Zdanie nad formularzem."),
  informationClause: privacyParagraphs(
    "Informacja o danych osobowych",
    "Informacja o danych osobowych obok formularza (RODO, art. 13); {retentionDays} zamienia się na liczbę dni.",
  ),
  meta: requiredPageMeta,
});
