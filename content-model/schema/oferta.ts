import { z } from "zod";
import { group, list } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { price } from "./price.ts";
import { serviceExample } from "./service-example.ts";
import { featured, paragraphs, sample, slug, text } from "./text.ts";

const points = (title: string, description: string) =>
  list(text("Punkt", "Jeden punkt listy.", 240), title, description).min(1);

const highlight = text(
  "Wyróżnienie w cenniku",
  "Dopisek, który wyróżnia tę pozycję w cenniku, np. „Od tego najczęściej zaczynamy”. Najlepiej przy jednej (nieobowiązkowy).",
  40,
)
  .meta({ help: "Np. Od tego najczęściej zaczynamy. Najlepiej przy jednej." })
  .optional();

const service = group("Usługa", "Jedna usługa.", {
  id: slug(
    "Adres po znaku #",
    "Krótka nazwa bez polskich liter i spacji: adres usługi po znaku #, np. plan-treningowy.",
  ),
  name: text("Nazwa", "Nazwa usługi.", 60),
  highlight,
  lead: text("Opis", "Dwa, trzy zdania o usłudze.").meta({ help: "Dwa, trzy zdania." }),
  includes: points("Co zawiera", "Co zawiera usługa."),
  forWhom: points("Dla kogo", "Dla kogo jest ta usługa."),
  price,
  duration: text("Czas", "Ile to trwa, np. „60 min” albo „plan na 8 tygodni”.", 80).meta({
    help: "Np. 60 min albo plan na 8 tygodni.",
  }),
  photo,
  example: serviceExample.optional(),
  sample,
}).meta({ itemName: ["name"], itemKey: ["id"] });

const servicePackage = group("Pakiet", "Jeden pakiet albo abonament.", {
  id: slug("Nazwa w adresie", "Krótka nazwa bez polskich liter i spacji, np. pakiet-10."),
  name: text("Nazwa", "Nazwa pakietu, np. 10 treningów.", 60),
  highlight,
  forWhom: text("Dla kogo", "Dla kogo jest ten pakiet, jedno zdanie.", 160),
  price,
  note: text("Dopisek do ceny", "Na przykład cena jednego treningu i termin ważności.", 120).optional(),
  sample,
}).meta({ itemName: ["name"], itemKey: ["id"] });

const question = group("Pytanie z odpowiedzią", "Jedno pytanie z odpowiedzią.", {
  question: text("Pytanie", "Pytanie, słowami osoby, która je zadaje.", 160).meta({
    help: "Słowami osoby, która je zadaje.",
  }),
  answer: text("Odpowiedź", "Odpowiedź: najważniejsze w pierwszym zdaniu.", 900).meta({
    help: "Najważniejsze w pierwszym zdaniu.",
  }),
  featured: featured("pytanie"),
}).meta({ itemName: ["question"] });

const cooperationStep = group("Krok", "Jeden krok: title, text i cost.", {
  title: text("Nazwa", "Nazwa kroku, kilka słów.", 60),
  text: text("Opis", "Co się wtedy dzieje, jedno, dwa zdania."),
  cost: text("Ile kosztuje", "Ile kosztuje ten krok, np. bezpłatnie (nieobowiązkowe).", 60).optional(),
}).meta({ itemName: ["title"] });

export const oferta = z.strictObject({
  ...pageHead,
  services: list(service, "Usługi", "Usługi, w kolejności, w jakiej mają stać na stronie.").min(1),
  packages: list(
    servicePackage,
    "Pakiety",
    "Pakiety i abonamenty, pod usługami w cenniku (nieobowiązkowe).",
  ).default([]),
  priceNote: text(
    "Zdanie pod cennikiem",
    "Czy ceny zawierają VAT i ile kosztują pierwsze kroki, jedno, dwa zdania.",
    300,
  ).optional(),
  steps: list(cooperationStep, "Kroki współpracy", "Kroki współpracy, od pierwszej rozmowy.").min(1),
  rules: group("Zasady", "Zasady współpracy.", {
    cancellation: paragraphs("Odwoływanie treningów", "Zasady odwoływania treningów."),
    contraindications: paragraphs(
      "Kiedy najpierw do lekarza",
      "Kiedy przed treningiem potrzebna jest rozmowa z lekarzem.",
    ),
    payment: paragraphs("Płatność", "Kiedy i jak się płaci, czy jest rachunek (nieobowiązkowe).").optional(),
    withdrawal: paragraphs(
      "Odstąpienie od umowy",
      "Prawo do odstąpienia w ciągu 14 dni od umowy zawartej na odległość, np. o plan (nieobowiązkowe).",
    ).optional(),
    complaints: paragraphs(
      "Reklamacje",
      "Gdzie zgłosić reklamację i kiedy przyjdzie odpowiedź (nieobowiązkowe).",
    ).optional(),
    terms: paragraphs(
      "Regulamin strony",
      "Regulamin usług świadczonych drogą elektroniczną, np. formularza (nieobowiązkowy).",
    ).optional(),
  }),
  faq: list(question, "Pytania i odpowiedzi", "Pytania i odpowiedzi.").default([]),
  closing,
  meta: pageMeta,
});

export type Service = z.output<typeof service>;
