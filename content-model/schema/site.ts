import { z } from "zod";
import { contrastRatio, inkColour, minimumContrast } from "../contrast.ts";
import { flag, group, item, list, matching, number } from "./group.ts";
import { openingHours } from "./opening-hours.ts";
import { optionalPhoto, photo } from "./photo.ts";
import { day, exactText, sample, slugOf, text, webAddress } from "./text.ts";

const notice = group("Komunikat", {
  text: text("Treść", 200).meta({
    help: "Jedno, dwa zdania, np. „Od 1 do 14 sierpnia nie prowadzę treningów”.",
  }),
  price: text("Cena promocji", 40).meta({ help: "Np. 99 zł za trening." }).optional(),
  service: slugOf("services", "Usługa, której dotyczy")
    .meta({ help: "Komunikat będzie do niej prowadził." })
    .optional(),
  from: day("Od"),
  until: day("Do"),
  closedFrom: day("Bez terminów od")
    .meta({ help: "Kalendarz na stronie nie pokaże wtedy wolnych terminów. Puste: pokazuje je jak zwykle." })
    .optional(),
  closedUntil: day("Bez terminów do").optional(),
})
  .refine(({ from, until }) => from <= until, {
    error: "ostatni dzień jest wcześniejszy niż pierwszy",
    path: ["until"],
  })
  .refine(
    ({ closedFrom, closedUntil }) => !closedUntil || (closedFrom !== undefined && closedFrom <= closedUntil),
    { error: "podaj też pierwszy dzień bez terminów, nie późniejszy niż ostatni", path: ["closedFrom"] },
  )
  .meta({ help: "Na górze każdej strony: sam pojawia się pierwszego dnia i sam znika po ostatnim." });

const trainer = group("Osoba, która prowadzi treningi", {
  name: exactText("Imię i nazwisko", 60),
  role: text("Kim jesteś", 60).meta({ help: "Np. „trenerka personalna”." }).optional(),
  photo: photo.meta({ title: "Portret", help: "Najlepiej pionowe." }).optional(),
  quote: text("Jedno zdanie", 160).optional(),
  credential: text("Najważniejszy dokument", 100).optional(),
  sample,
});

/** Parses a phone number to E.164 (`+48600100200`), or undefined. A number without a country prefix is Polish. */
export function parsePhone(written: string): string | undefined {
  const compact = written.replace(/[\s().-]/g, "").replace(/^00/, "+");
  const number = compact.startsWith("+") ? compact : `+48${compact}`;
  return /^\+(?:48\d{9}|(?!48)[1-9]\d{6,14})$/.test(number) ? number : undefined;
}

const telephone = z
  .string()
  .refine((written) => parsePhone(written) !== undefined, {
    error: ({ input }) => `„${input}” nie jest numerem telefonu. Wpisz cały, na przykład 600 100 200`,
  })
  .overwrite((written) => parsePhone(written) ?? written)
  .meta({ title: "Telefon", widget: "phone", help: "Np. +48 600 100 200." });

const messages = group("SMS i WhatsApp obok telefonu", {
  sms: flag("SMS"),
  whatsapp: flag("WhatsApp", "Rozmowa idzie przez WhatsApp: dopisz to w informacji o danych."),
});

const address = group("Adres", {
  streetAddress: exactText("Ulica i numer").optional(),
  postalCode: matching(/^\d{2}-\d{3}$/, { title: "Kod pocztowy", help: "Np. 00-001." }).optional(),
  addressLocality: exactText("Miejscowość").optional(),
  addressRegion: exactText("Województwo").optional(),
  addressCountry: matching(/^[A-Z]{2}$/, {
    title: "Kraj",
    help: "Dwie wielkie litery; puste znaczy PL.",
  }).default("PL"),
});

const geo = group("Położenie na mapie", {
  latitude: number("Szerokość geograficzna", -90, 90),
  longitude: number("Długość geograficzna", -180, 180),
}).meta({ help: "Bez niego trasa prowadzi pod adres." });

const socialProfile = item("Profil", "name", { name: exactText("Serwis"), url: webAddress("Adres profilu") });

const company = group("Dane firmy", {
  legalName: exactText("Pełna nazwa firmy").meta({
    help: "Firma albo imię i nazwisko osoby, która prowadzi działalność.",
  }),
  nip: matching(/^\d{10}$/, { title: "NIP", help: "10 cyfr." }).optional(),
  regon: matching(/^\d{9}(?:\d{5})?$/, { title: "REGON", help: "9 albo 14 cyfr." }).optional(),
  note: text("Dopisek w stopce").optional(),
});

const accent = matching(/^#[0-9a-fA-F]{6}$/, {
  title: "Kolor przewodni",
  help: "Kolor przycisków i znaku, np. #ff8a00.",
  widget: "colour",
}).refine((colour) => contrastRatio(colour, inkColour) >= minimumContrast, {
  error: ({ input }) => {
    const ratio = (Math.floor(contrastRatio(String(input), inkColour) * 10) / 10)
      .toFixed(1)
      .replace(".", ",");
    return `na kolorze ${input} nie da się wygodnie czytać tekstu: kontrast z ${inkColour} to ${ratio}:1, a potrzeba co najmniej 4,5:1; wybierz jaśniejszy kolor`;
  },
});

export const site = group("Dane i kontakt", {
  sample,
  name: exactText("Nazwa marki", 40).meta({ help: "Widać ją w logo, w nagłówku i w wizytówce." }),
  descriptor: text("Czym się zajmujesz", 40).meta({
    help: "Dwa lub trzy słowa przy nazwie, np. trening personalny.",
  }),
  url: webAddress("Adres strony").optional(),
  logo: matching(/^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:svg|png)$/, {
    title: "Logo",
    widget: "logo",
    help: "Plik SVG albo PNG. Bez własnego pliku logo powstaje z nazwy.",
  }).optional(),
  trainer: trainer.optional(),
  telephone: telephone.optional(),
  callNote: text("Kiedy dzwonić", 120)
    .meta({ help: "Np. Odbieram od 8:00 do 20:00, podczas treningu oddzwaniam." })
    .optional(),
  messages: messages.optional(),
  email: z.email().meta({ title: "E-mail" }).optional(),
  address,
  geo: geo.optional(),
  areaServed: list(exactText("Miejscowość albo okolica"), "Dokąd dojeżdżasz").default([]),
  openingHours: list(openingHours, "Godziny treningów").default([]).meta({ widget: "hours" }),
  openingNote: text("Zdanie pod godzinami", 200)
    .meta({ help: "Np. o treningach w innych porach." })
    .optional(),
  socialProfiles: list(socialProfile, "Profile społecznościowe").default([]),
  company,
  accent,
  priceRange: exactText("Przedział cen dla wyszukiwarek", 40)
    .optional()
    .meta({ help: "Nie zmienia się razem z cenami usług." }),
  notice: notice.optional(),
  answerTime: text("Kiedy odpowiadasz", 80, [])
    .overwrite((end) => end.replace(/\.$/, ""))
    .meta({ help: "Ciąg dalszy zdania „Odpowiadam…”, np. w ciągu jednego dnia roboczego." }),
  image: optionalPhoto("Zdjęcie dla wyszukiwarki"),
  errorPhoto: optionalPhoto("Zdjęcie na stronie błędu"),
});

export type Site = z.output<typeof site>;
