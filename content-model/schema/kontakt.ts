import { z } from "zod";
import { group, list } from "./group.ts";
import { clockTime, weekdays } from "./opening-hours.ts";
import { pageHead, requiredPageMeta } from "./page.ts";
import { namedByPhoto, photo } from "./photo.ts";
import { day, privacyParagraphs, sample, slugOf, text } from "./text.ts";

const slot = group("Wolny termin", "Wolna godzina: dni (days), godzina (time), kind i minutes.", {
  days: weekdays,
  time: clockTime("Godzina", "Godzina, np. 17:00."),
  kind: z
    .enum(["talk", "training"])
    .default("training")
    .meta({
      title: "Na co",
      description:
        "talk: bezpłatna pierwsza rozmowa, umawia się od razu; training: trening, czeka na potwierdzenie.",
      choices: { talk: "bezpłatna pierwsza rozmowa", training: "trening" },
    }),
  minutes: z.int().min(10).max(240).default(60).meta({
    title: "Ile minut",
    description: "Ile trwa, w minutach. Domyślnie 60.",
  }),
}).meta({ itemName: ["time"] });

const daysOff = group(
  "Dni bez terminów",
  "Dni, w których nie ma terminów, razem z pierwszym i ostatnim: from i until.",
  {
    from: day("Od", "Pierwszy dzień bez terminów, rok-miesiąc-dzień, np. 2027-08-01."),
    until: day("Do", "Ostatni dzień bez terminów, rok-miesiąc-dzień, np. 2027-08-14."),
  },
).meta({ itemName: ["from"] });

const slots = group(
  "Wolne terminy",
  "Wolne terminy, na stronie głównej i na stronie kontaktu (nieobowiązkowe).",
  {
    sample,
    heading: text("Nagłówek", "Nagłówek tej części, np. Wolne terminy.", 60),
    lead: text("Wstęp", "Jedno zdanie pod nagłówkiem (nieobowiązkowe).", 200).optional(),
    asOf: day(
      "Aktualne na dzień",
      "Dzień ostatniego sprawdzenia terminów, rok-miesiąc-dzień, np. 2027-01-15 (nieobowiązkowy).",
    )
      .meta({ help: "Puste: terminy nie znikają same." })
      .optional(),
    validDays: z.int().min(1).max(60).default(14).meta({
      title: "Przez ile dni są pokazywane",
      description: "Po tylu dniach od sprawdzenia terminy znikają ze strony same. Domyślnie 14.",
    }),
    service: slugOf(
      "services",
      "Usługa",
      "Pole id usługi z pliku oferta.yaml, której dotyczą terminy.",
    ).optional(),
    times: list(slot, "Terminy", "Wolne godziny w tygodniu, każda z dniami.").min(1),
    noticeHours: z.int().min(0).max(336).default(24).meta({
      title: "Najpóźniej ile godzin przed",
      description: "Terminu bliższego niż tyle godzin nie da się wybrać. Domyślnie 24.",
    }),
    pauseMinutes: z.int().min(0).max(180).default(15).meta({
      title: "Przerwa między terminami (minuty)",
      description: "Ile minut zostaje wolnych między dwoma umówionymi terminami. Domyślnie 15.",
    }),
    daysAhead: z.int().min(1).max(90).default(21).meta({
      title: "Na ile dni naprzód",
      description: "Przez ile najbliższych dni można wybrać termin. Domyślnie 21.",
    }),
    closed: list(daysOff, "Dni bez terminów", "Dni bez terminów, np. urlop (nieobowiązkowe).").default([]),
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
  route: text("Dojazd i wejście", "Gdzie jest wejście i co widać przed nim.").optional(),
  directions: list(directions, "Sposoby dojazdu", "Jak dojechać, każdy sposób osobno (nieobowiązkowe).")
    .max(4)
    .default([]),
  photos: list(placePhoto, "Zdjęcia miejsca", "Sala i wejście, najwyżej trzy zdjęcia.").max(3).default([]),
  meta: requiredPageMeta,
});
