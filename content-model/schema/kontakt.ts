import { z } from "zod";
import { pageHead, requiredPageMeta } from "./page.ts";
import { namedByPhoto, photo } from "./photo.ts";
import { slots } from "./slots.ts";
import { privacyParagraphs, text } from "./text.ts";

const placePhoto = z
  .strictObject({
    photo,
    caption: text("Podpis", "Podpis pod zdjęciem, np. Wejście od podwórza.", 120),
  })
  .meta({
    title: "Zdjęcie miejsca",
    ...namedByPhoto,
    description: "Jedno zdjęcie miejsca: photo i caption.",
  });

const directions = z
  .strictObject({
    by: text("Czym", "Jak dociera ta osoba, np. Samochodem.", 40),
    text: text("Opis", "Którędy i gdzie stanąć albo wysiąść, jedno, dwa zdania.", 300),
  })
  .meta({ title: "Dojazd", itemName: ["by"], description: "Jeden sposób dojazdu: by i text." });

export const kontakt = z.strictObject({
  ...pageHead,
  formHeading: text("Nagłówek formularza", "Nagłówek formularza.", 80),
  formLead: text("Zdanie nad formularzem", "Zdanie nad formularzem."),
  informationClause: privacyParagraphs(
    "Informacja o danych osobowych",
    "Informacja o danych osobowych obok formularza (RODO, art. 13); {retentionDays} zamienia się na liczbę dni.",
  ).meta({ help: "W miejscu {retentionDays} stanie liczba dni, przez które zapytania są przechowywane." }),
  slots: slots.optional(),
  placeHeading: text("Nagłówek części o miejscu", "Nagłówek części o miejscu i dojeździe.", 80).default(
    "Gdzie trenujemy",
  ),
  route: text("Dojazd i wejście", "Gdzie jest wejście i co widać przed nim."),
  directions: z
    .array(directions)
    .max(4)
    .default([])
    .meta({ title: "Sposoby dojazdu", description: "Jak dojechać, każdy sposób osobno (nieobowiązkowe)." }),
  photos: z
    .array(placePhoto)
    .max(3)
    .default([])
    .meta({ title: "Zdjęcia miejsca", description: "Sala i wejście, najwyżej trzy zdjęcia." }),
  meta: requiredPageMeta,
});
