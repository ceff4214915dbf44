import { z } from "zod";
import { isTree } from "../path.ts";
import { group, item, list, matching, number } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { consent, missingConsent, optionalPhoto } from "./photo.ts";
import { featured, sample, slugOf, text, webAddress } from "./text.ts";

const year = z.int().min(1950).max(2100);
const dateText = z.string().regex(/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/);

/** A full or partial date: "2026", "2026-03" or "2026-03-15". Sorts as a string. */
const yearOrDate = z
  .union([year, dateText])
  .transform(String)
  .meta({
    title: "Data",
    help: "Rok, miesiąc albo dzień: 2025, 03.2025 albo 15.03.2025.",
    widget: "yearOrDate",
  });

/** Sorts newest first; entries of the same date keep the order of the file. */
function newestFirst<Entry extends { date: string }>(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.date.localeCompare(a.date));
}

const figureValue = z
  .union([z.number(), text("Liczba", 10)])
  .transform((value) => (typeof value === "number" ? value.toLocaleString("pl-PL") : value))
  .meta({ title: "Liczba", help: "Np. 12 albo 60–90." });

const figure = item("Liczba z podpisem", "label", {
  label: text("Podpis", 80),
  value: figureValue,
  unit: text("Jednostka", 12).meta({ help: "Np. lat, min." }).optional(),
  sample,
});

const certificate = item("Certyfikat", "name", {
  name: text("Nazwa", 120),
  issuer: text("Wydany przez", 120),
  year: year.meta({ title: "Rok" }),
  verificationUrl: webAddress("Gdzie go sprawdzić").optional(),
  scan: optionalPhoto("Skan"),
  sample,
});

const competition = item("Start w zawodach", "event", {
  event: text("Zawody", 120),
  date: yearOrDate,
  discipline: text("Dyscyplina albo kategoria", 80),
  place: z.int().min(1).max(9999).meta({ title: "Miejsce" }).optional(),
  result: text("Wynik", 60).optional(),
  sample,
}).refine((entry) => entry.place !== undefined || entry.result !== undefined, {
  error: "brakuje wyniku: wypełnij „Miejsce” albo „Wynik”",
  when: ({ value }) => isTree(value),
});

const milestone = item("Ważna data", "title", {
  title: text("Wydarzenie", 80),
  date: yearOrDate,
  text: text("Opis"),
  sample,
});

/** Statements by or about a person need that person's consent, unless they are a sample. */
const consentUnlessSample = missingConsent(
  "brakuje zapisu zgody osoby, od której pochodzi ten wpis albo o której mówi",
);

const service = slugOf("services", "Usługa, której dotyczy")
  .meta({ help: "Opinia pokaże się też przy tej usłudze." })
  .optional();

const opinion = item("Opinia", "author", {
  author: text("Imię albo inicjały", 60),
  proof: matching(/^[0-9a-f-]{36}$/, { title: "Dowód", widget: "proof" }).optional(),
  text: text("Opinia", 900),
  about: text("Kim jest ta osoba", 80)
    .meta({ help: "Wiek i z czym ta osoba przyszła, jeśli chce to podać: 52 lata, pierwszy raz na siłowni." })
    .optional(),
  date: yearOrDate,
  verification: text("Jak sprawdzono opinię", 300).meta({
    help: "Skąd wiadomo, że ta osoba korzystała z usług. Wymaga tego prawo.",
  }),
  service,
  featured,
  consent: consent.optional(),
  sample,
})
  .refine((entry) => entry.sample || entry.consent || entry.proof, consentUnlessSample)
  .transform(({ consent: _evidence, proof, ...shown }) => ({ ...shown, ...(proof && { isProven: true }) }));

const rating = group("Ocena w serwisie", {
  value: number("Ocena", 1, 5),
  count: z.int().min(1).meta({ title: "Ile ocen" }),
  source: text("Skąd", 40),
  url: webAddress("Adres ocen").optional(),
  date: yearOrDate.meta({ title: "Stan na" }),
  sample,
});

const story = item("Historia", "title", {
  title: text("Tytuł", 80),
  text: text("Historia"),
  period: text("Ile to trwało", 40),
  figure: group("Jedna liczba", { value: figureValue, label: text("Podpis", 80) }),
  before: optionalPhoto("Zdjęcie przed"),
  after: optionalPhoto("Zdjęcie po"),
  featured,
  consent: consent.optional(),
  sample,
})
  .refine((entry) => entry.sample || entry.consent, consentUnlessSample)
  .transform(({ consent: _evidence, ...shown }) => shown);

export const osiagniecia = group("Osiągnięcia", {
  ...pageHead,
  figures: list(figure, "Liczby").default([]),
  certificates: list(certificate, "Certyfikaty")
    .default([])
    .transform((all) => all.toSorted((a, b) => b.year - a.year)),
  competitions: list(competition, "Starty w zawodach").default([]).transform(newestFirst),
  milestones: list(milestone, "Ważne daty").default([]).transform(newestFirst),
  photos: group("Zdjęcia przy częściach strony", {
    milestones: optionalPhoto("Przy ważnych datach"),
    certificates: optionalPhoto("Przy certyfikatach"),
    competitions: optionalPhoto("Przy startach w zawodach"),
  }).default({}),
  opinions: list(opinion, "Opinie").default([]).transform(newestFirst),
  rating: rating.optional(),
  stories: list(story, "Historie").default([]),
  closing,
  meta: pageMeta,
});

type Osiagniecia = z.output<typeof osiagniecia>;

export type Opinion = Osiagniecia["opinions"][number];
export type Rating = NonNullable<Osiagniecia["rating"]>;
