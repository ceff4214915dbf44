import { expect, test } from "vitest";
import { checkHtml } from "./check-html.ts";

const page = (body: string, title = "Oferta") =>
  `<!doctype html><html lang="pl"><head><title>${title}</title></head><body>${body}</body></html>`;
const check = (html: string) => checkHtml([{ path: "/oferta", html }]);

test("headings in order and described pictures pass", async () => {
  const body =
    '<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2><img src="a.jpg" alt="Mata."><img src="b.svg" alt="">';
  expect(await check(page(body))).toEqual([]);
});

test.each([
  ["a level left out", page("<h1>A</h1><h3>B</h3>"), "nagłówki nie idą po kolei"],
  ["a page that does not begin with the first level", page("<h2>A</h2>"), "nagłówki nie idą po kolei"],
  ["two first levels", page("<h1>A</h1><h1>B</h1>"), "nagłówki nie idą po kolei"],
  ["a picture without a description", page('<h1>A</h1><img src="a.jpg">'), "zdjęcie nie ma opisu"],
  ["an identifier used twice", page('<h1 id="a">A</h1><p id="a">B</p>'), "ten sam identyfikator"],
  ["an empty title", page("<h1>A</h1>", ""), "strona nie ma tytułu"],
])("finds %s", async (_case, html, text) => {
  expect(await check(html)).toEqual([
    { level: "error", text: expect.stringContaining(text), where: "/oferta" },
  ]);
});
