import { expect, test } from "vitest";
import { parseOpinion } from "./opinion.ts";

const parse = (values: object) =>
  parseOpinion({ text: "Dobrze.", author: "Ala", publication: "1", ...values });

test.each([
  "Dobrze dobiera obciążenia i nie jest uciążliwy.",
  "Pozdrowienia od całej grupy! Pozdrów Bolesława.",
  "Ten karnet jest symbolem, a mój syn to futbolista. Ubolewam, że mieszkam daleko.",
  "Kooperacja na piątkę.",
  "Sala ma spore rozmiary, a trener pilnuje poprawnej sylwetki.",
  "Klub ma 3 rozmiary mat i hantle w 12 rozmiarach. Waga i ciężki zeszyt leżą obok.",
  "Nikogo nie urazi, a uwaga spada dopiero po godzinie.",
])("C5.1 needs no consent to health: %s", (text) => {
  expect(parse({ text })).toMatchObject({ words: { text } });
});

test.each([
  "Po ciąży wróciłam do formy.",
  "Forma przedciążowa w pół roku.",
  "Zdrów jak ryba.",
  "Jadłam niezdrowo, teraz prozdrowotnie.",
  "Chorowałam, a potem było lepiej.",
  "Bolały mnie plecy.",
  "Już nie bolą mnie kolana.",
  "Bezbolesne ćwiczenia.",
  "Byłam cała obolała, ale warto.",
  "Trenuję po operacji kolana.",
  "Forma po reoperacji i rehabilitacji.",
  "Po urazie kolana i z nadwagą zaczynałam od zera.",
  "Zrzuciłam dwa rozmiary w pół roku.",
  "Zrzuciłam 2 rozmiary w pół roku.",
  "Waga spadła o dwanaście.",
  "Zeszłam o 5 rozmiarów w dół.",
  "Waga mi w końcu spadła.",
  "Mój stan depresyjny minął.",
  "Po porodzie wróciłam na salę.",
])("C5.1 needs the consent to health: %s", (text) => {
  expect(parse({ text })).toMatchObject({ errors: { health: expect.any(String) } });
  expect(parse({ text, health: "1" })).toMatchObject({ words: { text } });
});

test("C5.2 invisible characters are removed, and they are no signature", () => {
  const text = " Uczy\u00ad\u200b\u200e\u200f\u2060\r\n cier\u00adpli\u200bwie. \u{1F469}\u200d\u{1F680}";
  expect(parse({ text })).toMatchObject({ words: { text: "Uczy cierpliwie. \u{1F469}\u200d\u{1F680}" } });
  for (const author of ["\u200b", "\u00ad \u2060", "\u200e\u200f"])
    expect(parse({ author })).toMatchObject({ errors: { author: expect.any(String) } });
});
