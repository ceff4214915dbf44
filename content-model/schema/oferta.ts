import type { z } from "zod";
import { group, item, list } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { optionalPhoto } from "./photo.ts";
import { price } from "./price.ts";
import { featured, paragraphs, sample, slug, text } from "./text.ts";

const entry = item("Pozycja", "name", { name: text("Co", 120), amount: text("Ile", 80).optional() });

const part = item("Część przykładu", "title", {
  title: text("Nazwa", 40),
  note: text("Dopisek", 60).optional(),
  entries: list(entry, "Pozycje").min(1),
});

/** An excerpt of what clients get, such as a week of a training plan or a day of a menu. */
const serviceExample = group("Przykład", {
  label: text("Napis", 60),
  intro: text("Wstęp", 240),
  parts: list(part, "Części").min(1).max(7),
  note: text("Zdanie pod przykładem", 300).optional(),
});

const points = (title: string) => list(text("Punkt", 240), title).min(1).default([]);

const highlight = text("Wyróżnienie w cenniku", 40)
  .meta({ help: "Np. Od tego najczęściej zaczynamy. Najlepiej przy jednej." })
  .optional();

const service = item("Usługa", "name", {
  name: text("Nazwa", 60),
  price,
  highlight,
  lead: text("Opis").meta({ help: "Dwa, trzy zdania." }).optional(),
  includes: points("Co zawiera"),
  forWhom: points("Dla kogo"),
  duration: text("Czas", 80).meta({ help: "Np. 60 min albo plan na 8 tygodni." }).optional(),
  photo: optionalPhoto("Zdjęcie"),
  example: serviceExample.optional(),
  sample,
  id: slug("Adres po znaku #"),
});

const servicePackage = item("Pakiet", "name", {
  name: text("Nazwa", 60),
  price,
  highlight,
  forWhom: text("Dla kogo", 160),
  note: text("Dopisek do ceny", 120).optional(),
  sample,
  id: slug("Nazwa w adresie"),
});

const question = item("Pytanie z odpowiedzią", "question", {
  question: text("Pytanie", 160).meta({ help: "Słowami osoby, która je zadaje." }),
  answer: text("Odpowiedź", 900).meta({ help: "Najważniejsze w pierwszym zdaniu." }),
  featured,
});

const cooperationStep = item("Krok", "title", {
  title: text("Nazwa", 60),
  text: text("Opis"),
  cost: text("Ile kosztuje", 60).optional(),
});

export const oferta = group("Oferta", {
  ...pageHead,
  services: list(service, "Usługi").min(1).default([]),
  packages: list(servicePackage, "Pakiety").default([]),
  priceNote: text("Zdanie pod cennikiem", 300).optional(),
  steps: list(cooperationStep, "Kroki współpracy").min(1).default([]),
  rules: group("Zasady", {
    cancellation: paragraphs("Odwoływanie treningów").optional(),
    contraindications: paragraphs("Kiedy najpierw do lekarza").optional(),
    payment: paragraphs("Płatność").optional(),
    withdrawal: paragraphs("Odstąpienie od umowy").optional(),
    complaints: paragraphs("Reklamacje").optional(),
    terms: paragraphs("Regulamin strony").optional(),
  }).default({}),
  faq: list(question, "Pytania i odpowiedzi").default([]),
  closing,
  meta: pageMeta,
});

export type Service = z.output<typeof service>;
