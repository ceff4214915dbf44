import { z } from "zod";
import { group, list } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { optionalPhoto } from "./photo.ts";
import { price } from "./price.ts";
import { featured, paragraphs, sample, slug, text } from "./text.ts";

const entry = group("Pozycja", "Jedna pozycja: name i amount.", {
  name: text("Co", "Ćwiczenie albo potrawa.", 120),
  amount: text("Ile", "Serie i powtórzenia albo porcja (nieobowiązkowe).", 80).optional(),
}).meta({ itemName: ["name"] });

const part = group("Część przykładu", "Jeden dzień planu albo jeden posiłek.", {
  title: text("Nazwa", "Dzień albo pora, np. Poniedziałek albo Śniadanie.", 40),
  note: text("Dopisek", "Czas albo godzina, np. 45 minut (nieobowiązkowy).", 60).optional(),
  entries: list(entry, "Pozycje", "Pozycje w tej części.").min(1),
}).meta({ itemName: ["title"] });

/** A sample of what is bought, readable on the page: a week of a plan, a day of a menu. */
const serviceExample = group(
  "Przykład",
  "Przykładowy tydzień planu albo dzień jadłospisu (nieobowiązkowy).",
  {
    label: text("Napis", "Napis, który rozwija przykład, np. Zobacz przykładowy plan.", 60),
    intro: text("Wstęp", "Dla kogo jest ten przykład, jedno zdanie.", 240),
    parts: list(part, "Części", "Dni planu albo posiłki.").min(1).max(7),
    note: text("Zdanie pod przykładem", "Zdanie pod przykładem (nieobowiązkowe).", 300).optional(),
  },
);

const points = (title: string, description: string) =>
  list(text("Punkt", "Jeden punkt listy.", 240), title, description)
    .min(1)
    .default([]);

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
  lead: text("Opis", "Dwa, trzy zdania o usłudze.").meta({ help: "Dwa, trzy zdania." }).optional(),
  includes: points("Co zawiera", "Co zawiera usługa."),
  forWhom: points("Dla kogo", "Dla kogo jest ta usługa."),
  price,
  duration: text("Czas", "Ile to trwa, np. „60 min” albo „plan na 8 tygodni”.", 80)
    .meta({ help: "Np. 60 min albo plan na 8 tygodni." })
    .optional(),
  photo: optionalPhoto("Zdjęcie", "Zdjęcie: plik i opis."),
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
  services: list(service, "Usługi", "Usługi, w kolejności, w jakiej będą na stronie.").min(1).default([]),
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
  steps: list(cooperationStep, "Kroki współpracy", "Kroki współpracy, od pierwszej rozmowy.")
    .min(1)
    .default([]),
  rules: group("Zasady", "Zasady współpracy.", {
    cancellation: paragraphs("Odwoływanie treningów", "Zasady odwoływania treningów.").optional(),
    contraindications: paragraphs(
      "Kiedy najpierw do lekarza",
      "Kiedy przed treningiem potrzebna jest rozmowa z lekarzem.",
    ).optional(),
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
  }).default({}),
  faq: list(question, "Pytania i odpowiedzi", "Pytania i odpowiedzi.").default([]),
  closing,
  meta: pageMeta,
});

export type Service = z.output<typeof service>;
