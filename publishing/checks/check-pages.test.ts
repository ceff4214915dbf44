import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeRelease } from "../testing/release-fixture.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { checkPages } from "./check-pages.ts";

const siteUrl = "https://www.example.com";

/** The problems of a release whose home page was changed. */
function problems(change: (html: string) => string = (html) => html) {
  const folder = temporaryFolder();
  writeRelease(folder, { mark: "a1", change: (html, path) => (path === "/" ? change(html) : html) });
  return checkPages(folder, siteUrl).flatMap(({ problems }) => problems);
}

const add = (html: string) => (page: string) => page.replace("</body>", `${html}</body>`);

test("a complete release passes", () => {
  expect(problems()).toEqual([]);
});

test.each<[string, (html: string) => string, string]>([
  [
    "no main heading",
    (html) => html.replace(/<h1>.*<\/h1>/, ""),
    "strona ma mieć jeden główny nagłówek, a ma: 0",
  ],
  ["two of them", add("<h1>Drugi</h1>"), "strona ma mieć jeden główny nagłówek, a ma: 2"],
  [
    "one without words",
    (html) => html.replace(/<h1>.*<\/h1>/, "<h1><span> </span></h1>"),
    "strona ma mieć jeden główny nagłówek, a ma: 0",
  ],
  ["an id twice", add('<p id="ceny">'), "dwa miejsca strony mają ten sam identyfikator: ceny"],
  ["a page that is not there", add('<a href="/cennik">'), "odnośnik prowadzi donikąd: /cennik"],
  [
    "an absolute link within the site",
    add(`<a href="${siteUrl}/cennik">`),
    "odnośnik prowadzi donikąd: /cennik",
  ],
  [
    "a place that is not there",
    add('<a href="/oferta#pakiety">'),
    "odnośnik prowadzi donikąd: /oferta#pakiety",
  ],
  [
    "a file that is not there",
    add('<img src="/pictures/a.jpg">'),
    "odnośnik prowadzi donikąd: /pictures/a.jpg",
  ],
  [
    "one size of a picture",
    add('<img srcset="/pictures/hero-a1-640.avif 640w, /pictures/b.avif 960w">'),
    "odnośnik prowadzi donikąd: /pictures/b.avif",
  ],
  ["a form", add('<form action="/wyslij">'), "odnośnik prowadzi donikąd: /wyslij"],
  [
    "a script of the app",
    (html) => html.replace("/assets/app-a1.js", "/assets/app-a1.js /assets/app-b2.js"),
    "odnośnik prowadzi donikąd: /assets/app-b2.js",
  ],
  ...["preloads", "fonts", "late"].map((name): [string, (html: string) => string, string] => [
    `what the app asks for (data-${name})`,
    (html) => html.replace("<html ", `<html data-${name}="/assets/app-a1.js /assets/b2" `),
    "odnośnik prowadzi donikąd: /assets/b2",
  ]),
  [
    "the picture shown with a shared link",
    add(`<meta property="og:image" content="${siteUrl}/cards/a.jpg">`),
    "odnośnik prowadzi donikąd: /cards/a.jpg",
  ],
])("%s is an error", (_, change, text) => {
  expect(problems(change)).toEqual([{ level: "error", text, where: "/" }]);
});

test.each([
  ["an absolute link to another page", `<a href="${siteUrl}/oferta#ceny"><a href="${siteUrl}">`],
  ["a description", '<meta name="description" content="Trening i dieta.">'],
  ["another site", '<a href="https://example.org/cennik">'],
  ["a telephone number", '<a href="tel:+48000000000">'],
  ["an e-mail", '<a href="mailto:a@example.com">'],
  ["a setting that the server injects", '<link href="/runtime-config.json">'],
  ["what only a script says", '<script>const link = `<a href="/cennik">`</script>'],
])("%s is no broken link", (_, html) => {
  expect(problems(add(html))).toEqual([]);
});

test("a page too heavy for a phone is an error, judged by its transfer size", () => {
  const folder = temporaryFolder();
  writeRelease(folder, { mark: "a1" });
  writeFileSync(join(folder, "client/oferta.html.br"), randomBytes(70_000));
  expect(checkPages(folder, siteUrl).flatMap(({ problems }) => problems)).toMatchObject([
    { level: "error", where: "/oferta", text: expect.stringContaining("strona waży 70,0 kB") },
  ]);
});

test("a missing payload that the manifest names is an error", () => {
  const folder = temporaryFolder();
  writeRelease(folder, { mark: "a1" });
  rmSync(join(folder, "client/payload/index-a1.json"));
  expect(checkPages(folder, siteUrl).flatMap(({ problems }) => problems)).toEqual([
    { level: "error", text: "odnośnik prowadzi donikąd: /payload/index-a1.json", where: "/" },
  ]);
});

test("a release without metadata is an error", () => {
  expect(checkPages(temporaryFolder(), siteUrl)).toMatchObject([
    { problems: [{ level: "error", where: "site.json" }] },
  ]);
});
