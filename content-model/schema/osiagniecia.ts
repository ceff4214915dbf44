import { z } from "zod";
import { consent } from "./consent.ts";
import { looseDate, newestFirst } from "./loose-date.ts";
import { closing, pageMeta } from "./page.ts";
import { photo } from "./photo.ts";
import { sample, text, webAddress } from "./text.ts";

const figure = z
  .strictObject({
    value: z
      .union([z.number(), text("Liczba albo krótki napis.", 10)])
      .transform((value) => (typeof value === "number" ? value.toLocaleString("pl-PL") : value))
      .meta({ description: "Liczba, którą widać z daleka, np. 12 albo 60–90." }),
    unit: text("Jednostka przy liczbie, np. lat, min (nieobowiązkowa).", 12).optional(),
    label: text("Co ta liczba znaczy.", 80),
    sample,
  })
  .meta({ description: "Jedna duża liczba z podpisem." });

const certificate = z
  .strictObject({
    name: text("Nazwa certyfikatu albo kursu.", 120),
    issuer: text("Kto go wydał.", 120),
    year: z.int().min(1950).max(2100).meta({ description: "Rok wydania, np. 2026." }),
    verificationUrl: webAddress("Adres, pod którym można sprawdzić certyfikat (nieobowiązkowy).").optional(),
    sample,
  })
  .meta({ description: "Jeden certyfikat." });

const competition = z
  .strictObject({
    date: looseDate,
    event: text("Nazwa zawodów.", 120),
    discipline: text("Dyscyplina albo kategoria.", 80),
    place: z
      .int()
      .min(1)
      .max(9999)
      .meta({ description: "Zajęte miejsce, liczba (nieobowiązkowe)." })
      .optional(),
    result: text("Wynik słowami albo z jednostką, np. 180 kg (nieobowiązkowy).", 60).optional(),
    sample,
  })
  .refine((entry) => entry.place !== undefined || entry.result !== undefined, {
    error: "brakuje wyniku: potrzebne jest pole place (miejsce) albo result (wynik)",
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .meta({ description: "Jeden start w zawodach." });

const milestone = z
  .strictObject({
    date: looseDate,
    title: text("Co się wydarzyło, kilka słów.", 80),
    text: text("Jedno, dwa zdania."),
    sample,
  })
  .meta({ description: "Jedno wydarzenie na osi czasu." });

const opinion = z
  .strictObject({
    text: text("Słowa osoby, bez zmian.", 900),
    author: text("Imię albo inicjały.", 60),
    date: looseDate,
    verification: text(
      "Jak sprawdzono, że opinia pochodzi od osoby, która korzystała z usług (wymaga tego prawo).",
      300,
    ),
  })
  .meta({ description: "Jedna opinia." });

const transformation = z
  .strictObject({
    before: photo,
    after: photo,
    text: text("Co się zmieniło, słowami tej osoby albo za jej zgodą."),
    period: text("Ile to trwało, np. 9 miesięcy.", 40),
    consent,
  })
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta({ description: "Jedna przemiana: zdjęcie przed, zdjęcie po i zapis zgody." });

const list = <Entry extends z.ZodType>(entry: Entry, description: string) =>
  z.array(entry).default([]).meta({ description });

export const osiagniecia = z.strictObject({
  meta: pageMeta,
  heading: text("Nagłówek strony.", 80),
  lead: text("Jedno, dwa zdania pod nagłówkiem."),
  figures: list(figure, "Duże liczby; pokazują się też na stronie głównej."),
  certificates: list(
    certificate,
    "Certyfikaty i kursy; kolejność ustala się sama, od najnowszego.",
  ).transform((all) => all.toSorted((a, b) => b.year - a.year)),
  competitions: list(competition, "Starty w zawodach; kolejność ustala się sama, od najnowszego.").transform(
    newestFirst,
  ),
  milestones: list(milestone, "Ważne daty; kolejność ustala się sama, od najnowszej.").transform(newestFirst),
  photos: z
    .strictObject({
      milestones: photo.optional(),
      certificates: photo.optional(),
      competitions: photo.optional(),
    })
    .default({})
    .meta({
      description: "Zdjęcia przy częściach strony: milestones, certificates, competitions (nieobowiązkowe).",
    }),
  opinions: list(opinion, "Opinie. Pusta lista ([]) ukrywa tę część.").transform(newestFirst),
  transformations: list(transformation, "Przemiany. Pusta lista ([]) ukrywa tę część."),
  closing,
});
