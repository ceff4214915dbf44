import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../build/testing/temporary-folder.ts";
import { checkRelease } from "./check-release.ts";
import { type FixtureRelease, writeRelease } from "./testing/release-fixture.ts";

const config = {
  siteUrl: "https://example.com",
  api: { browserBaseUrl: "/", baseUrl: null },
  trustedProxies: [],
  corsOrigins: [],
};

function release(change?: FixtureRelease["change"]): string {
  const folder = temporaryFolder();
  writeRelease(folder, { mark: "1a2b", ...(change && { change }) });
  return folder;
}

const onOffer = (edit: (html: string) => string) => (html: string, path: string) =>
  path === "/oferta" ? edit(html) : html;

test("a whole release has no problems", async () => {
  expect(await checkRelease(release(), config)).toEqual([]);
});

test.each<[string, (html: string) => string, string]>([
  [
    "two headings",
    (html) => html.replace("</body>", "<h1>Drugi</h1></body>"),
    "/oferta: strona ma mieć jeden główny nagłówek, a ma: 2.",
  ],
  [
    "an empty heading",
    (html) => html.replace(/<h1>.*<\/h1>/, "<h1><span></span></h1>"),
    "/oferta: strona ma mieć jeden główny nagłówek, a ma: 0.",
  ],
  [
    "a script that the policy does not know",
    (html) => html.replace("</body>", "<script>alert(1)</script></body>"),
    "/oferta: zasady bezpieczeństwa blokują skrypty lub style zapisane na stronie (1).",
  ],
  [
    "a style attribute",
    (html) => html.replace("<img ", '<img style="color:red" '),
    "/oferta: na stronie są style lub skrypty wpisane w znaczniki, które zasady bezpieczeństwa blokują.",
  ],
  [
    "a link to a page that is not there",
    (html) => html.replace("</body>", '<a href="/cennik">Cennik</a></body>'),
    "/oferta: odnośnik do /cennik odpowiada kodem 404.",
  ],
  [
    "a link by the public address",
    (html) => html.replace("</body>", '<a href="https://example.com/cennik">Cennik</a></body>'),
    "/oferta: odnośnik do /cennik odpowiada kodem 404.",
  ],
  [
    "a picture of another size that is not there",
    (html) => html.replace("<img ", '<img srcset="/pictures/hero-1a2b-640.avif 640w, /pictures/no.avif 9w" '),
    "/oferta: odnośnik do /pictures/no.avif odpowiada kodem 404.",
  ],
  [
    "a place that is not on the page",
    (html) => html.replace("</body>", '<a href="#dieta">Dieta</a></body>'),
    "/oferta: odnośnik do /oferta#dieta wskazuje miejsce, którego na stronie nie ma.",
  ],
])("%s is a problem", async (_, edit, problem) => {
  expect(await checkRelease(release(onOffer(edit)), config)).toEqual([problem]);
});

test("the heading of another page is a problem", async () => {
  const folder = release((html, path) =>
    path === "/" ? html.replace("<span>/</span>", "<span>/x</span>") : html,
  );
  expect(await checkRelease(folder, config)).toEqual([
    "/: główny nagłówek to „Strona /x”, a powinien być „Strona /”.",
  ]);
});

test("a heading whose long words may be divided is the same heading", async () => {
  const folder = release((html, path) =>
    path === "/" ? html.replace("<h1><span>Strona", "<h1><span>Stro\u00adna") : html,
  );
  expect(await checkRelease(folder, config)).toEqual([]);
});

test("a page over the budget is a problem", async () => {
  const folder = release(
    onOffer((html) => html.replace("</body>", `${randomBytes(16_000).toString("hex")}</body>`)),
  );
  expect(await checkRelease(folder, config)).toEqual([
    expect.stringMatching(/^\/oferta: strona waży \d{5} bajtów po spakowaniu, a może najwyżej 14600\.$/),
  ]);
});

test("a payload that navigation would ask for in vain is a problem", async () => {
  const folder = release();
  rmSync(join(folder, "client/payload/index-1a2b.json"));
  expect(await checkRelease(folder, config)).toEqual([
    "/: odnośnik do /payload/index-1a2b.json odpowiada kodem 404.",
  ]);
});

test("a folder without a site is a problem, not a fault", async () => {
  expect(await checkRelease(temporaryFolder(), config)).toEqual([
    "Nowa wersja jest niepełna: brakuje w niej opisu strony (site.json).",
  ]);
});

test("what is checked is what is sent: a packed page that was left from before counts, not the plain one", async () => {
  const folder = release();
  writeFileSync(join(folder, "client/oferta.html.br"), brotliCompressSync("<h1></h1>"));
  expect(await checkRelease(folder, config)).toContain(
    "/oferta: strona ma mieć jeden główny nagłówek, a ma: 0.",
  );
});
