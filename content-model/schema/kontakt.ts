import { z } from "zod";
import { group, list } from "./group.ts";
import { clockTime, weekdays } from "./opening-hours.ts";
import { pageHead, requiredPageMeta } from "./page.ts";
import { namedByPhoto, photo } from "./photo.ts";
import { day, privacyParagraphs, sample, slugOf, text } from "./text.ts";

const slot = group("Wolny termin", "Wolna godzina: dni (days) i godzina (time).", {
  days: weekdays,
  time: clockTime("Godzina", "Godzina, np. 17:00."),
}).meta({ itemName: ["time"] });

const slots = group(
  "Wolne terminy",
  "Wolne terminy, na stronie głównej i na stronie kontaktu (nieobowiązkowe).",
  {
    sample,
    heading: text("Nagłówek", "Nagłówek tej części, np. Wolne terminy.", 60),
    lead: text("Wstęp", "Jedno zdanie pod nagłówkiem (nieobowiązkowe).", 200).optional(),
    asOf: day(
      "Aktualne na dzień",
      "Dzień ostatniego sprawdzenia terminów, rok-miesiąc-dzień, np. 2027-01-15.",
    ),
    validDays: z.int().min(1).max(60).default(14).meta({
      title: "Przez ile dni są pokazywane",
      description: "Po tylu dniach od sprawdzenia terminy znikają ze strony same. Domyślnie 14.",
    }),
    service: slugOf("services", "Usługa", "Pole id usługi z pliku oferta.yaml, której dotyczą terminy."),
    times: list(slot, "Terminy", "Wolne godziny w tygodniu, każda z dniami.").min(1),
  },
);

export type Slots = z.output<typeof slots>;

const placePhoto = group("Zdjęcie miejsca", "Jedno zdjęcie miejsca: photo i caption.", {
  photo,
  caption: text("Podpis", "Podpis pod zdjęciem, np. Wejście od podwórza.", 120),
}).meta(namedByPhoto);

const directions = group("Dojazd", "Jeden sposób dojazdu: by i text.", {
  by: text("Czym", "Jak dociera ta osoba, np. Samochodem.", 40),
  text: text("Opis", "Którędy i gdzie stanąć albo wysiąść, jedno, dwa zdania.", 300),
}).meta({ itemName: ["by"] });

export const kontakt = z.strictObject({
  ...pageHead,
  formHeading: text("Nagłówek formularza", "Nagłówek formularza.", 80),
  formLead: text("Zdanie nad formularzem", "Zdanie nad formularzem."),
  informationClause: privacyParagraphs(
    "Informacja o danych osobowych",
    "Informacja o danych osobowych obok formularza (RODO, art. 13); {retentionDays} zamienia się na liczbę dni.",
  ).meta({ help: "Zamiast {retentionDays} pojawi się liczba dni, przez które zapytania są przechowywane." }),
  slots: slots.optional(),
  placeHeading: text("Nagłówek części o miejscu", "Nagłówek części o miejscu i dojeździe.", 80).default(
    "Gdzie trenujemy",
  ),
  route: text("Dojazd i wejście", "Gdzie jest wejście i co widać przed nim."),
  directions: list(directions, "Sposoby dojazdu", "Jak dojechać, każdy sposób osobno (nieobowiązkowe).")
    .max(4)
    .default([]),
  photos: list(placePhoto, "Zdjęcia miejsca", "Sala i wejście, najwyżej trzy zdjęcia.").max(3).default([]),
  meta: requiredPageMeta,
});
