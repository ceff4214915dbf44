import { expect, it } from "vitest";
import { describeChanges } from "./describe-changes.ts";
import { readContentFolder } from "./read-content.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests reach into raw content, which has no type.
type Raw = Record<string, any>;

const { files } = readContentFolder("content");
const sample = Object.fromEntries(Object.entries(files).map(([name, { value }]) => [name, value]));

/** The change lines for the sample after `change` modified its raw values. */
function lines(change: (raw: Raw) => void): string[] {
  const after: Raw = structuredClone(sample);
  change(after);
  return describeChanges(sample, after);
}

it("says nothing where nothing changed", () => {
  expect(lines(() => {})).toEqual([]);
});

it.each<[string, (raw: Raw) => void, string[]]>([
  [
    "a price by the name of its service",
    ({ oferta }) => {
      oferta.services[3].price.amount = 160;
    },
    ["Oferta › Trening personalny › Cena: 150 zł za trening → 160 zł za trening"],
  ],
  [
    "a price on request, and one from a day on",
    ({ oferta }) => {
      oferta.services[0].price = { onRequest: true };
      oferta.services[3].price.later = { from: "2027-01-01", amount: 170 };
    },
    [
      "Oferta › Plan treningowy › Cena: 250 zł za plan → wycena po rozmowie",
      "Oferta › Trening personalny › Cena: 150 zł za trening → 150 zł za trening, od 1 stycznia 2027: 170 zł",
    ],
  ],
  [
    "a phone, and a switch",
    ({ site }) => {
      site.telephone = "600 100 200";
      site.sample = false;
    },
    [
      "Dane i kontakt › Dane przykładowe: tak → nie",
      "Dane i kontakt › Telefon: „+48 000 000 000” → „600 100 200”",
    ],
  ],
  [
    "a part that is new or gone",
    ({ site, index }) => {
      site.notice = { text: "Urlop.", from: "2027-08-01", until: "2027-08-14" };
      delete index.band;
      delete site.priceRange;
    },
    [
      "Dane i kontakt › Przedział cen dla wyszukiwarek: usunięto „120–250 zł”",
      "Dane i kontakt › Komunikat › Treść: dodano „Urlop.”",
      "Dane i kontakt › Komunikat › Od: dodano 1 sierpnia 2027",
      "Dane i kontakt › Komunikat › Do: dodano 14 sierpnia 2027",
      "Strona główna › Ciemny pas ze zdjęciem: usunięto",
    ],
  ],
  [
    "a long text in short",
    ({ kontakt }) => {
      kontakt.route = "Wejście od ulicy.";
    },
    [
      "Strona kontaktu › Dojazd i wejście: „Wejście od podwórza, pierwsze drzwi po lewej. Sala jest na…” → „Wejście od ulicy.”",
    ],
  ],
  [
    "entries that came, went and moved",
    ({ oferta }) => {
      oferta.faq.push({ question: "Nowe pytanie?", answer: "Tak." });
      oferta.steps.splice(1, 1);
      oferta.services.reverse();
    },
    [
      "Oferta › Usługi: zmieniona kolejność",
      "Oferta › Kroki współpracy: usunięto „Ankieta”",
      "Oferta › Pytania i odpowiedzi: dodano „Nowe pytanie?”",
    ],
  ],
  [
    "a service under a new name",
    ({ oferta }) => {
      oferta.services[1].name = "Jadłospis";
    },
    ["Oferta › Jadłospis › Nazwa: „Dieta” → „Jadłospis”"],
  ],
  [
    "photos by what they show",
    ({ galeria }) => {
      galeria.photos.splice(0, 1);
      galeria.photos[0].photo.focus.x = 10;
    },
    [
      "Galeria › Zdjęcia: usunięto „Czarny talerz 10 kg z pomarańczowym zaciskiem, w oddali…”",
      "Galeria › Jasna sala z drewnianą podłogą: stojak ze sztangą i… › Zdjęcie › Najważniejsze miejsce zdjęcia › Od lewej: 55 → 10",
    ],
  ],
  [
    "points of a list",
    ({ oferta }) => {
      oferta.services[0].includes[0] = "rozmowa";
      oferta.services[0].forWhom.push("masz mało czasu");
    },
    [
      "Oferta › Plan treningowy › Co zawiera: „rozmowa o celu, zdrowiu, sprzęcie i rozkładzie tygodnia” → „rozmowa”",
      "Oferta › Plan treningowy › Dla kogo: dodano „masz mało czasu”",
    ],
  ],
  [
    "hours, which have no name",
    ({ site }) => {
      site.openingHours[1].closes = "15:00";
    },
    ["Dane i kontakt › Godziny treningów › pozycja 2 › Do godziny: „14:00” → „15:00”"],
  ],
  [
    "days and choices by their names",
    ({ site, kontakt }) => {
      site.openingHours[1].days = ["Sa", "Su"];
      kontakt.slots.times[0].days = ["We", "Th"];
      kontakt.slots.times[1].kind = "training";
    },
    [
      "Dane i kontakt › Godziny treningów › pozycja 2 › Dni: dodano „niedziela”",
      "Strona kontaktu › Wolne terminy › 7:00 › Dni: „wtorek” → „środa”",
      "Strona kontaktu › Wolne terminy › 17:30 › Na co: „bezpłatna pierwsza rozmowa” → „trening”",
    ],
  ],
  [
    "numbers and dates as Polish text has them, also in names",
    ({ osiagniecia, kontakt }) => {
      osiagniecia.rating = { value: 4.5, count: 12, source: "Mapy", date: "2026-03-15" };
      kontakt.slots.closed = [{ from: "2027-01-04", until: "2027-01-08" }];
    },
    [
      "Osiągnięcia › Ocena w serwisie › Ocena: dodano 4,5",
      "Osiągnięcia › Ocena w serwisie › Ile ocen: dodano 12",
      "Osiągnięcia › Ocena w serwisie › Skąd: dodano „Mapy”",
      "Osiągnięcia › Ocena w serwisie › Stan na: dodano 15 marca 2026",
      "Strona kontaktu › Wolne terminy › Dni bez terminów: dodano „4 stycznia 2027”",
    ],
  ],
])("tells of %s", (_case, change, expected) => {
  expect(lines(change)).toEqual(expected);
});

it("tells of a field that was never set as of its default", () => {
  const faq = (more: object) => ({ oferta: { faq: [{ question: "Kiedy?", ...more }] } });
  const line = "Oferta › Kiedy? › Także na stronie głównej:";
  expect(describeChanges(faq({}), faq({ featured: true }))).toEqual([`${line} nie → tak`]);
  expect(describeChanges(faq({ featured: true }), faq({}))).toEqual([`${line} tak → nie`]);
  expect(describeChanges(faq({}), faq({ featured: false }))).toEqual([]);
});

it.each([
  [["Świetnie.", "Ciężko."], "Dobrze.", "Świetnie."],
  [["Dobrze.", "Lekko."], "Ciężko.", "Lekko."],
])("tells of a change in either of two opinions by one author", (after, old, now) => {
  const opinions = (texts: string[]) => ({
    osiagniecia: { opinions: texts.map((text) => ({ author: "Anna", text })) },
  });
  expect(describeChanges(opinions(["Dobrze.", "Ciężko."]), opinions(after))).toEqual([
    `Osiągnięcia › Anna › Opinia: „${old}” → „${now}”`,
  ]);
});

it("T17 changes never quote the name of a person who consented", () => {
  const photo = (person: string) => ({
    galeria: { photos: [{ photo: { file: "a.jpg" }, consent: { person } }] },
  });
  const [line = "", ...others] = describeChanges(photo("Anna Przykładowa"), photo("Jan Przykładowy"));
  expect(others).toEqual([]);
  expect(line).toMatch(/Imię i nazwisko: „…” → „…”$/);
});
