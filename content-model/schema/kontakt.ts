import { z } from "zod";
import { group, item, list } from "./group.ts";
import { clockTime, weekdays } from "./opening-hours.ts";
import { pageHead, requiredPageMeta } from "./page.ts";
import { namedByPhoto, photo } from "./photo.ts";
import { day, privacyParagraphs, sample, slugOf, text } from "./text.ts";

const slot = item("Wolny termin", "time", {
  time: clockTime("Godzina"),
  days: weekdays,
  kind: z
    .enum(["talk", "training"])
    .default("training")
    .meta({ title: "Na co", choices: { talk: "bezpłatna pierwsza rozmowa", training: "trening" } }),
  minutes: z.int().min(10).max(240).default(60).meta({ title: "Ile minut" }),
});

const daysOff = item("Dni bez terminów", "from", { from: day("Od"), until: day("Do") }).refine(
  ({ from, until }) => from <= until,
  { error: "ostatni dzień jest wcześniejszy niż pierwszy", path: ["until"] },
);

const slots = group("Wolne terminy", {
  sample,
  heading: text("Nagłówek", 60),
  lead: text("Wstęp", 200).optional(),
  asOf: day("Aktualne na dzień").meta({ help: "Puste: terminy nie znikają same." }).optional(),
  validDays: z.int().min(1).max(60).default(14).meta({ title: "Po ilu dniach od tego dnia znikają" }),
  service: slugOf("services", "Usługa").optional(),
  times: list(slot, "Godziny w tygodniu").min(1),
  noticeHours: z
    .int()
    .min(0)
    .max(336)
    .default(24)
    .meta({ title: "Ile godzin wcześniej najpóźniej można wybrać termin" }),
  pauseMinutes: z.int().min(0).max(180).default(15).meta({ title: "Przerwa między terminami (minuty)" }),
  daysAhead: z.int().min(1).max(90).default(21).meta({ title: "Na ile dni naprzód" }),
  closed: list(daysOff, "Dni bez terminów").default([]),
});

export type Slots = z.output<typeof slots>;

const placePhoto = group("Zdjęcie miejsca", { photo, caption: text("Podpis", 120) }).meta(namedByPhoto);

const directions = item("Dojazd", "by", { by: text("Czym", 40), text: text("Opis", 300) });

export const kontakt = group("Strona kontaktu", {
  ...pageHead,
  formHeading: text("Nagłówek formularza", 80),
  formLead: text("Zdanie nad formularzem"),
  informationClause: privacyParagraphs("Informacja o danych osobowych"),
  slots: slots.optional(),
  placeHeading: text("Nagłówek części o miejscu", 80).default("Gdzie trenujemy"),
  route: text("Dojazd i wejście").optional(),
  directions: list(directions, "Sposoby dojazdu").max(4).default([]),
  photos: list(placePhoto, "Zdjęcia miejsca").max(3).default([]),
  meta: requiredPageMeta,
});
