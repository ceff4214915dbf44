import fc from "fast-check";
import { expect, test } from "vitest";
import { site } from "../testing/fixtures.ts";
import { answerWords } from "./ready-answers.server.ts";
import { type AnswerWords, answerFields, fillAnswer } from "./ready-answers.ts";
import sampleAnswers from "./sample-answers.json" with { type: "json" };

const fields = Object.keys(answerFields) as (keyof AnswerWords)[];
const allWords: AnswerWords = {
  usługa: "Trening personalny",
  cena: "150 zł za trening, od 1 stycznia 2027: 170 zł",
  terminy: "wt. 1 grudnia, 17:30; śr. 2 grudnia, 18:00",
  link: "https://studio.example/termin?od=2026-12-01",
  podpis: "Studio Ruch",
};

test("C2.1 the words stand in their places", () => {
  expect(fillAnswer(sampleAnswers[0]?.text ?? "", allWords)).toEqual({
    text: `Dzień dobry, tu Studio Ruch. Dziękuję za wiadomość.

Trening personalny: 150 zł za trening, od 1 stycznia 2027: 170 zł. Najlepiej zacząć od krótkiej rozmowy. Najbliższe wolne terminy: wt. 1 grudnia, 17:30; śr. 2 grudnia, 18:00. Termin można wybrać tutaj: https://studio.example/termin?od=2026-12-01

Kiedy i pod jaki numer najlepiej do Ciebie zadzwonić?`,
    leftOut: [],
  });
});

test("C2.1 without words a field is left out with its sentence, and nothing else", () => {
  expect(fillAnswer(sampleAnswers[0]?.text ?? "", { podpis: "Studio Ruch" })).toEqual({
    text: `Dzień dobry, tu Studio Ruch. Dziękuję za wiadomość.

Najlepiej zacząć od krótkiej rozmowy.

Kiedy i pod jaki numer najlepiej do Ciebie zadzwonić?`,
    leftOut: ["usługa", "cena", "terminy", "link"],
  });
});

test.each([
  ["Zapraszam na ul. {link}. Do zobaczenia.", "Do zobaczenia."],
  ["Mam wolne o godz. {terminy}! Pasuje?", "Pasuje?"],
  ["Tel. {nieznane} do studia. Zapraszam.", "Zapraszam."],
  ["Mam maty, piłki itp. i kosztuje to {cena}. Zapraszam.", "Zapraszam."],
  ["Wolne terminy:\n{terminy}\nPasuje?", "Pasuje?"],
  ["Wolne terminy:\n\n{terminy}\n\nPasuje?", "Pasuje?"],
  ["Dzień dobry,\n{usługa} kosztuje {cena}.\nPozdrawiam", "Dzień dobry,\nPozdrawiam"],
  ["Tak. {Cena } to dużo. Nie.", "Tak. Nie."],
  ["Raz {nieznane}. Dwa {}. Trzy {constructor}. Cztery.", "Cztery."],
  ["Jeden. {link} Dwa.", "Jeden."],
  ["1. {usługa}: {cena}\n2. Dojazd: 50 zł", "2. Dojazd: 50 zł"],
  ["Pozdrawiam\nPS. Najbliższe terminy: {terminy}", "Pozdrawiam"],
  ["P.S. {link}", ""],
  ["Odpowiadam na pytanie dot. {usługa}. Zapraszam.", "Zapraszam."],
  ["Mam czas w tym tygodniu, tj. {terminy}. Mam 2 miejsca. {link}", "Mam 2 miejsca."],
  ["{terminy}", ""],
])("C2.1 %j without words is %j", (template, text) => {
  expect(fillAnswer(template, {}).text).toBe(text);
});

test("C2.1 no text holds a brace, an empty sentence or a sentence whose field has no words, whatever is missing", () => {
  const sentence = fc.record({
    before: fc.constantFrom("Proponuję", "Cena to np.", "Wolne:\n", "Dzień dobry, tu", "Czekam na ul."),
    field: fc.constantFrom("", ...fields.map((name) => `{${name}}`)),
    end: fc.constantFrom(".", "!", "?"),
    space: fc.constantFrom(" ", "\n", "\n\n"),
  });
  fc.assert(
    fc.property(
      fc.array(sentence, { minLength: 1, maxLength: 8 }),
      fc.subarray(fields),
      (sentences, known) => {
        const numbered = sentences.map((one, at) => ({ ...one, mark: `Nr${at}` }));
        const template = numbered
          .map(({ mark, before, field, end, space }) => `${mark} ${before} ${field}${end}${space}`)
          .join("");
        const words = Object.fromEntries(known.map((name) => [name, `<${name}>`]));
        const { text } = fillAnswer(template, words);
        const kept = numbered.filter(
          ({ field }) => field === "" || known.some((name) => field === `{${name}}`),
        );
        expect(text.match(/Nr\d/g) ?? []).toEqual(kept.map(({ mark }) => mark));
        expect(text).not.toMatch(/[{}]|\n{3}|^\s|\s$/);
        for (const { field } of kept) if (field) expect(text).toContain(`<${field.slice(1, -1)}>`);
      },
    ),
  );
});

test("C2.1 five samples, which begin without name or gender", () => {
  expect(sampleAnswers).toHaveLength(5);
  for (const { text } of sampleAnswers) {
    expect(text).toMatch(/^Dzień dobry, tu \{podpis\}\. /);
    expect(text).not.toMatch(/\b(?:Pan|Pani|Panie|zadzwoniłam|zadzwoniłem|\p{L}+(?:łem|łam))\b/u);
    // The first talk may be on the phone.
    expect(text).not.toContain("przyjść");
    expect(fillAnswer(text, { podpis: "Studio Ruch" }).text).not.toMatch(/[:,]$/m);
    expect(fillAnswer(text, allWords).leftOut).toEqual([]);
  }
});

test("C2.1 service and price are those that the site publishes, the dates those that are free", async () => {
  const facts = { ...site, name: "Studio\u00a0Ruch", prices: { "Trening personalny": "150 zł za trening" } };
  const choiceUrl = "https://studio.example/kontakt?terminy";
  const three = [
    "wt.\u00a01 grudnia, 17:30",
    "śr. 2 grudnia, 8:00",
    "śr. 2 grudnia, 9:00",
    "czw. 3 grudnia, 9:00",
  ];
  const dates = { nextDates: async (count: number) => three.slice(0, count), choiceUrl };
  expect(await answerWords(facts, dates, "Trening personalny")).toEqual({
    usługa: "Trening personalny",
    cena: "150 zł za trening",
    terminy: "wt. 1 grudnia, 17:30; śr. 2 grudnia, 8:00; śr. 2 grudnia, 9:00",
    link: choiceUrl,
    podpis: "Studio Ruch",
  });
  const none = { nextDates: async () => [], choiceUrl };
  for (const goal of ["Inne", "constructor", null])
    expect(await answerWords(facts, none, goal)).toEqual({ podpis: "Studio Ruch" });
  expect(await answerWords(site, none, "Trening personalny")).toEqual({ podpis: "Studio Ruch" });
});
