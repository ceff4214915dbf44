import { z } from "zod";
import { lastingPageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { privacyParagraphs, text } from "./text.ts";

export const kontakt = z.strictObject({
  meta: lastingPageMeta,
  heading: text("Nagłówek strony.", 80),
  lead: text("Jedno, dwa zdania pod nagłówkiem."),
  route: text("Jak dojechać i gdzie wejść."),
  photo: photo.optional(),
  formHeading: text("Nagłówek formularza.", 80),
  formLead: text("Zdanie nad formularzem."),
  informationClause: privacyParagraphs(
    "Informacja o danych osobowych obok formularza (RODO, art. 13); {retentionDays} zamienia się na liczbę dni.",
  ),
});
