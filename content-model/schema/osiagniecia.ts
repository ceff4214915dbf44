import { z } from "zod";
import { consent } from "./consent.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { optionalPhoto } from "./photo.ts";
import { featured, sample, slugOf, text, webAddress } from "./text.ts";
import { newestFirst, yearOrDate } from "./year-or-date.ts";

const figureValue = z
  .union([z.number(), text("Liczba", "Liczba albo krótki napis.", 10)])
  .transform((value) => (typeof value === "number" ? value.toLocaleString("pl-PL") : value))
  .meta({
    title: "Liczba",
    help: "Np. 12 albo 60–90.",
    description: "Liczba, którą widać z daleka, np. 12 albo 60–90.",
  });

const figure = z
  .strictObject({
    value: figureValue,
    unit: text("Jednostka", "Jednostka przy liczbie, np. lat, min (nieobowiązkowa).", 12)
      .meta({ help: "Np. lat, min." })
      .optional(),
    label: text("Podpis", "Co ta liczba znaczy.", 80),
    sample,
  })
  .meta({ title: "Liczba z podpisem", itemName: ["label"], description: "Jedna duża liczba z podpisem." });

const certificate = z
  .strictObject({
    name: text("Nazwa", "Nazwa certyfikatu albo kursu.", 120),
    issuer: text("Wydany przez", "Kto go wydał.", 120),
    year: z.int().min(1950).max(2100).meta({ title: "Rok", description: "Rok wydania, np. 2026." }),
    verificationUrl: webAddress(
      "Gdzie go sprawdzić",
      "Adres, pod którym można sprawdzić certyfikat (nieobowiązkowy).",
    ).optional(),
    scan: optionalPhoto("Skan", "Skan albo zdjęcie dokumentu: otwiera się w powiększeniu (nieobowiązkowy)."),
    sample,
  })
  .meta({ title: "Certyfikat", itemName: ["name"], description: "Jeden certyfikat." });

const competition = z
  .strictObject({
    date: yearOrDate,
    event: text("Zawody", "Nazwa zawodów.", 120),
    discipline: text("Dyscyplina albo kategoria", "Dyscyplina albo kategoria.", 80),
    place: z
      .int()
      .min(1)
      .max(9999)
      .meta({ title: "Miejsce", description: "Zajęte miejsce, liczba (nieobowiązkowe)." })
      .optional(),
    result: text("Wynik", "Wynik słowami albo z jednostką, np. 180 kg (nieobowiązkowy).", 60).optional(),
    sample,
  })
  .refine((entry) => entry.place !== undefined || entry.result !== undefined, {
    error: "brakuje wyniku: potrzebne jest pole place (miejsce) albo result (wynik)",
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .meta({ title: "Start w zawodach", itemName: ["event"], description: "Jeden start w zawodach." });

const milestone = z
  .strictObject({
    date: yearOrDate,
    title: text("Wydarzenie", "Co się wydarzyło, kilka słów.", 80),
    text: text("Opis", "Jedno, dwa zdania."),
    sample,
  })
  .meta({ title: "Ważna data", itemName: ["title"], description: "Jedno wydarzenie na osi czasu." });

/** Words about a person, or by one, need that person's consent; a sample speaks of nobody. */
const consentUnlessSample = {
  error: "brakuje zapisu zgody osoby, od której pochodzi ten wpis albo o której mówi",
  path: ["consent"],
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

const service = slugOf(
  "services",
  "Usługa, której dotyczy",
  "Pole id usługi z pliku oferta.yaml: wpis pokaże się też przy niej (nieobowiązkowe).",
)
  .meta({ help: "Opinia pokaże się też przy tej usłudze." })
  .optional();

const opinion = z
  .strictObject({
    text: text("Opinia", "Słowa osoby, bez zmian.", 900),
    author: text("Imię albo inicjały", "Imię albo inicjały.", 60),
    date: yearOrDate,
    verification: text(
      "Jak sprawdzono opinię",
      "Jak sprawdzono, że opinia pochodzi od osoby, która korzystała z usług (wymaga tego prawo).",
      300,
    ).meta({ help: "Skąd wiadomo, że ta osoba korzystała z usług. Wymaga tego prawo." }),
    service,
    featured: featured("wpis"),
    consent: consent.optional(),
    sample,
  })
  .refine((entry) => entry.sample || entry.consent, consentUnlessSample)
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta({ title: "Opinia", itemName: ["author"], description: "Jedna opinia." });

const rating = z
  .strictObject({
    value: z.number().min(1).max(5).meta({ title: "Ocena", description: "Średnia ocena, np. 4.9." }),
    count: z.int().min(1).meta({ title: "Ile ocen", description: "Z ilu ocen jest ta średnia." }),
    source: text("Skąd", "Serwis, w którym są te oceny, np. Google.", 40),
    url: webAddress("Adres ocen", "Adres, pod którym widać te oceny (nieobowiązkowy).").optional(),
    date: yearOrDate.meta({ title: "Stan na", description: "Kiedy ocena została sprawdzona, np. 2026-10." }),
    sample,
  })
  .meta({
    title: "Ocena w serwisie",
    description: "Średnia ocena z innego serwisu: value, count, source, url, date (nieobowiązkowa).",
  });

const story = z
  .strictObject({
    title: text(
      "Tytuł",
      "Najważniejsze w kilku słowach, np. „Po 12 tygodniach: pierwsze podciągnięcie”.",
      80,
    ),
    text: text("Historia", "Co się zmieniło, słowami tej osoby albo za jej zgodą."),
    period: text("Ile to trwało", "Ile to trwało, np. 12 tygodni.", 40),
    figure: z
      .strictObject({
        value: figureValue,
        label: text("Podpis", "Co ta liczba znaczy, np. „podciągnięcia bez przerwy”.", 80),
      })
      .meta({ title: "Jedna liczba", description: "Jedna liczba, którą da się sprawdzić: value i label." }),
    before: optionalPhoto("Zdjęcie przed", "Zdjęcie: plik i opis (nieobowiązkowe)."),
    after: optionalPhoto("Zdjęcie po", "Zdjęcie: plik i opis (nieobowiązkowe)."),
    featured: featured("wpis"),
    consent: consent.optional(),
    sample,
  })
  .refine((entry) => entry.sample || entry.consent, consentUnlessSample)
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta({ title: "Historia", itemName: ["title"], description: "Historia jednej osoby i zapis jej zgody." });

const list = <Entry extends z.ZodType>(entry: Entry, title: string, description: string) =>
  z.array(entry).default([]).meta({ title, description });

export const osiagniecia = z.strictObject({
  ...pageHead,
  figures: list(figure, "Liczby", "Duże liczby; pokazują się też na stronie głównej."),
  certificates: list(
    certificate,
    "Certyfikaty",
    "Certyfikaty i kursy; kolejność ustala się sama, od najnowszego.",
  ).transform((all) => all.toSorted((a, b) => b.year - a.year)),
  competitions: list(
    competition,
    "Starty w zawodach",
    "Starty w zawodach; kolejność ustala się sama, od najnowszego.",
  ).transform(newestFirst),
  milestones: list(
    milestone,
    "Ważne daty",
    "Ważne daty; kolejność ustala się sama, od najnowszej.",
  ).transform(newestFirst),
  photos: z
    .strictObject({
      milestones: optionalPhoto("Przy ważnych datach", "Zdjęcie: plik i opis."),
      certificates: optionalPhoto("Przy certyfikatach", "Zdjęcie: plik i opis."),
      competitions: optionalPhoto("Przy startach w zawodach", "Zdjęcie: plik i opis."),
    })
    .default({})
    .meta({
      title: "Zdjęcia przy częściach strony",
      description: "Zdjęcia przy częściach strony: milestones, certificates, competitions (nieobowiązkowe).",
    }),
  opinions: list(opinion, "Opinie", "Opinie. Pusta lista ([]) ukrywa tę część.").transform(newestFirst),
  rating: rating.optional(),
  stories: list(story, "Historie", "Historie osób. Pusta lista ([]) ukrywa tę część."),
  closing,
  meta: pageMeta,
});

type Osiagniecia = z.output<typeof osiagniecia>;

export type Opinion = Osiagniecia["opinions"][number];
export type Rating = NonNullable<Osiagniecia["rating"]>;
