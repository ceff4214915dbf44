import { z } from "zod";
import { group, list, matching, number } from "./group.ts";
import { closing, pageHead, pageMeta } from "./page.ts";
import { consent, optionalPhoto } from "./photo.ts";
import { featured, sample, slugOf, text, webAddress } from "./text.ts";

const year = z.int().min(1950).max(2100);
const dateText = z.string().regex(/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/);

/** A full or partial date: "2026", "2026-03" or "2026-03-15". Sorts as a string. */
const yearOrDate = z.union([year, dateText]).transform(String).meta({
  title: "Data",
  help: "Rok, miesiąc albo dzień: 2025, 03.2025 albo 15.03.2025.",
  widget: "yearOrDate",
  description: "Data: rok (2026), rok i miesiąc (2026-03) albo dzień (2026-03-15).",
});

/** Newest first; entries of the same date keep the order of the file. */
function newestFirst<Entry extends { date: string }>(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.date.localeCompare(a.date));
}

const figureValue = z
  .union([z.number(), text("Liczba", "Liczba albo krótki napis.", 10)])
  .transform((value) => (typeof value === "number" ? value.toLocaleString("pl-PL") : value))
  .meta({
    title: "Liczba",
    help: "Np. 12 albo 60–90.",
    description: "Liczba, którą widać z daleka, np. 12 albo 60–90.",
  });

const figure = group("Liczba z podpisem", "Jedna duża liczba z podpisem.", {
  value: figureValue,
  unit: text("Jednostka", "Jednostka przy liczbie, np. lat, min (nieobowiązkowa).", 12)
    .meta({ help: "Np. lat, min." })
    .optional(),
  label: text("Podpis", "Co ta liczba znaczy.", 80),
  sample,
}).meta({ itemName: ["label"] });

const certificate = group("Certyfikat", "Jeden certyfikat.", {
  name: text("Nazwa", "Nazwa certyfikatu albo kursu.", 120),
  issuer: text("Wydany przez", "Kto go wydał.", 120),
  year: z.int().min(1950).max(2100).meta({ title: "Rok", description: "Rok wydania, np. 2026." }),
  verificationUrl: webAddress(
    "Gdzie go sprawdzić",
    "Adres, pod którym można sprawdzić certyfikat (nieobowiązkowy).",
  ).optional(),
  scan: optionalPhoto("Skan", "Skan albo zdjęcie dokumentu: otwiera się w powiększeniu (nieobowiązkowy)."),
  sample,
}).meta({ itemName: ["name"] });

const competition = group("Start w zawodach", "Jeden start w zawodach.", {
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
  .meta({ itemName: ["event"] });

const milestone = group("Ważna data", "Jedno wydarzenie na osi czasu.", {
  date: yearOrDate,
  title: text("Wydarzenie", "Co się wydarzyło, kilka słów.", 80),
  text: text("Opis", "Jedno, dwa zdania."),
  sample,
}).meta({ itemName: ["title"] });

/** Words by or about a person need that person's consent, unless they are a sample. */
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

const opinion = group("Opinia", "Jedna opinia.", {
  proof: matching(/^[0-9a-f-]{36}$/, {
    title: "Dowód",
    widget: "proof",
    description: "Numer opinii napisanej przez odnośnik; wpisuje go panel. Jej słów nie można zmienić.",
  }).optional(),
  text: text("Opinia", "Słowa osoby, bez zmian.", 900),
  author: text("Imię albo inicjały", "Imię albo inicjały.", 60),
  about: text(
    "Kim jest ta osoba",
    "Wiek i z czym ta osoba przyszła, jeśli chce to podać, np. „52 lata, pierwszy raz na siłowni” (nieobowiązkowe).",
    80,
  )
    .meta({ help: "Wiek i początek, jeśli ta osoba chce je podać: 52 lata, pierwszy raz na siłowni." })
    .optional(),
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
  .refine((entry) => entry.sample || entry.consent || entry.proof, consentUnlessSample)
  .transform(({ consent: _evidence, proof, ...shown }) => ({ ...shown, ...(proof && { isProven: true }) }))
  .meta({ itemName: ["author"] });

const rating = group(
  "Ocena w serwisie",
  "Średnia ocena z innego serwisu: value, count, source, url, date (nieobowiązkowa).",
  {
    value: number("Ocena", "Średnia ocena, np. 4.9.", 1, 5),
    count: z.int().min(1).meta({ title: "Ile ocen", description: "Z ilu ocen jest ta średnia." }),
    source: text("Skąd", "Serwis, w którym są te oceny, np. Google.", 40),
    url: webAddress("Adres ocen", "Adres, pod którym widać te oceny (nieobowiązkowy).").optional(),
    date: yearOrDate.meta({ title: "Stan na", description: "Kiedy ocena została sprawdzona, np. 2026-10." }),
    sample,
  },
);

const story = group("Historia", "Historia jednej osoby i zapis jej zgody.", {
  title: text("Tytuł", "Najważniejsze w kilku słowach, np. „Po 12 tygodniach: pierwsze podciągnięcie”.", 80),
  text: text("Historia", "Co się zmieniło, słowami tej osoby albo za jej zgodą."),
  period: text("Ile to trwało", "Ile to trwało, np. 12 tygodni.", 40),
  figure: group("Jedna liczba", "Jedna liczba, którą da się sprawdzić: value i label.", {
    value: figureValue,
    label: text("Podpis", "Co ta liczba znaczy, np. „podciągnięcia bez przerwy”.", 80),
  }),
  before: optionalPhoto("Zdjęcie przed", "Zdjęcie: plik i opis (nieobowiązkowe)."),
  after: optionalPhoto("Zdjęcie po", "Zdjęcie: plik i opis (nieobowiązkowe)."),
  featured: featured("wpis"),
  consent: consent.optional(),
  sample,
})
  .refine((entry) => entry.sample || entry.consent, consentUnlessSample)
  .transform(({ consent: _evidence, ...shown }) => shown)
  .meta({ itemName: ["title"] });

export const osiagniecia = z.strictObject({
  ...pageHead,
  figures: list(figure, "Liczby", "Duże liczby; pokazują się też na stronie głównej.").default([]),
  certificates: list(
    certificate,
    "Certyfikaty",
    "Certyfikaty i kursy; kolejność ustala się sama, od najnowszego.",
  )
    .default([])
    .transform((all) => all.toSorted((a, b) => b.year - a.year)),
  competitions: list(
    competition,
    "Starty w zawodach",
    "Starty w zawodach; kolejność ustala się sama, od najnowszego.",
  )
    .default([])
    .transform(newestFirst),
  milestones: list(milestone, "Ważne daty", "Ważne daty; kolejność ustala się sama, od najnowszej.")
    .default([])
    .transform(newestFirst),
  photos: group(
    "Zdjęcia przy częściach strony",
    "Zdjęcia przy częściach strony: milestones, certificates, competitions (nieobowiązkowe).",
    {
      milestones: optionalPhoto("Przy ważnych datach", "Zdjęcie: plik i opis."),
      certificates: optionalPhoto("Przy certyfikatach", "Zdjęcie: plik i opis."),
      competitions: optionalPhoto("Przy startach w zawodach", "Zdjęcie: plik i opis."),
    },
  ).default({}),
  opinions: list(opinion, "Opinie", "Opinie. Pusta lista ([]) ukrywa tę część.")
    .default([])
    .transform(newestFirst),
  rating: rating.optional(),
  stories: list(story, "Historie", "Historie osób. Pusta lista ([]) ukrywa tę część.").default([]),
  closing,
  meta: pageMeta,
});

type Osiagniecia = z.output<typeof osiagniecia>;

export type Opinion = Osiagniecia["opinions"][number];
export type Rating = NonNullable<Osiagniecia["rating"]>;
