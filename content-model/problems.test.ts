import { expect, it } from "vitest";
import { ContentError } from "./problems.ts";

it("shows every problem with its place, text and remedy", () => {
  const error = new ContentError([
    {
      file: "content/oferta.yaml",
      line: 34,
      path: ["services", 1, "name"],
      problem: "tekst jest pusty",
      hint: "Wpisz nazwę.",
      inForm: "Wypełnij to pole.",
    },
    {
      file: "content/kontakt.yaml",
      path: [],
      problem: "nie ma takiego pliku",
      hint: "Przywróć go.",
      inForm: "Brakuje pliku.",
    },
  ]);
  expect(error.message).toBe(`Treść strony wymaga poprawek (2):

content/oferta.yaml, linia 34, services[1].name
  Co jest nie tak: tekst jest pusty.
  Jak to naprawić: Wpisz nazwę.

content/kontakt.yaml
  Co jest nie tak: nie ma takiego pliku.
  Jak to naprawić: Przywróć go.`);
});
