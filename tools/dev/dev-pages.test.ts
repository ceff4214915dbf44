import { expect, test } from "vitest";
import { ContentError } from "../../content-model/problems.ts";
import { PictureError } from "../../publishing/photos/photo-problem.ts";
import { problemOverlay } from "./dev-pages.ts";

test("every problem is shown with its file, line and field, and quoted text is escaped", () => {
  const html = problemOverlay(
    new ContentError([
      {
        file: "content/site.yaml",
        line: 7,
        path: ["phone"],
        problem: "„<b>” to nie numer",
        hint: "Wpisz 9 cyfr.",
        inForm: "To nie numer.",
      },
      {
        file: "content/oferta.yaml",
        path: [],
        problem: "nie ma takiego pliku",
        hint: "Przywróć go.",
        inForm: "Brakuje pliku.",
      },
    ]),
  );
  expect(html).toContain("Treść strony wymaga poprawek: 2");
  expect(html).toContain(
    "<li><strong>content/site.yaml</strong>, linia 7, <code>phone</code>" +
      "<p>Co jest nie tak: „&lt;b&gt;” to nie numer.</p><p>Jak to naprawić: Wpisz 9 cyfr.</p></li>",
  );
  expect(html).toContain("<li><strong>content/oferta.yaml</strong><p>");
});

test("an unusable photograph is shown with its own message", () => {
  expect(problemOverlay(new PictureError("sala.jpg", "tooSmall"))).toContain(
    "<p>sala.jpg: To zdjęcie jest za małe.",
  );
});

test("any other error is shown as a code error", () => {
  expect(problemOverlay(new TypeError("x < y"))).toContain("TypeError: x &lt; y");
});
