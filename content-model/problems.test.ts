import { expect, it } from "vitest";
import { ContentError } from "./problems.ts";

it("shows every problem with its place", () => {
  const error = new ContentError([
    { file: "content/oferta.yaml", line: 34, path: ["services", 1, "name"], problem: "Wypełnij to pole." },
    { file: "content/kontakt.yaml", path: [], problem: "Nie ma takiego pliku." },
  ]);
  expect(error.message).toBe(`Treść strony wymaga poprawek (2):

content/oferta.yaml, linia 34, services[1].name
  Wypełnij to pole.

content/kontakt.yaml
  Nie ma takiego pliku.`);
});
