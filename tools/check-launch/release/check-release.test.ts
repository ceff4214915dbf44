import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { isError, problemLine } from "../../../publishing/checks/problem.ts";
import { type FixtureRelease, writeRelease } from "../../../publishing/testing/release-fixture.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { checkRelease } from "./check-release.ts";

const config = {
  codeDir: "unused",
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

/** The errors found in a release, one line each. */
async function errorsOf(folder: string): Promise<string[]> {
  const checks = await checkRelease(folder, config);
  return checks.flatMap(({ problems }) => problems.filter(isError).map(problemLine));
}

const onOffer = (edit: (html: string) => string) => (html: string, path: string) =>
  path === "/oferta" ? edit(html) : html;
const atEnd = (more: string) => (html: string) => html.replace("</body>", `${more}</body>`);

test("a complete release has no errors; external links are followed only on request", async () => {
  expect(await checkRelease(release(), config)).toEqual([
    { name: "Strony", problems: [] },
    { name: "Waga stron", problems: [] },
    { name: "Budowa stron", problems: [] },
    { name: "Odnośniki", problems: [{ level: "unchecked", text: expect.stringContaining("(1)") }] },
  ]);
});

test.each<[string, (html: string) => string, string]>([
  ["two headings", atEnd("<h1>Drugi</h1>"), "/oferta: strona ma mieć jeden główny nagłówek, a ma: 2"],
  [
    "an empty heading",
    (html) => html.replace(/<h1>.*<\/h1>/, "<h1><span></span></h1>"),
    "/oferta: strona ma mieć jeden główny nagłówek, a ma: 0",
  ],
  [
    "a script that the policy does not know",
    atEnd("<script>alert(1)</script>"),
    "/oferta: zasady bezpieczeństwa blokują skrypty lub style zapisane na stronie (1)",
  ],
  [
    "a style attribute",
    (html) => html.replace("<img ", '<img style="color:red" '),
    "/oferta: na stronie są style lub skrypty wpisane w znaczniki, które zasady bezpieczeństwa blokują",
  ],
  [
    "a link to a page that is not there",
    atEnd('<a href="/cennik">Cennik</a>'),
    "/oferta: odnośnik prowadzi donikąd: /cennik",
  ],
  [
    "a picture of another size that is not there",
    (html) => html.replace("<img ", '<img srcset="/pictures/hero-1a2b-640.avif 640w, /pictures/no.avif 9w" '),
    "/oferta: odnośnik prowadzi donikąd: /pictures/no.avif",
  ],
  [
    "a place that is not on the page",
    atEnd('<a href="#dieta">Dieta</a>'),
    "/oferta: odnośnik prowadzi donikąd: /oferta#dieta",
  ],
])("%s is an error", async (_, edit, problem) => {
  expect(await errorsOf(release(onOffer(edit)))).toContain(problem);
});

test("a page that is far too heavy is an error, a merely slower one is not", async () => {
  expect(await errorsOf(release(onOffer(atEnd(randomBytes(16_000).toString("hex")))))).toEqual([]);
  const folder = release(onOffer(atEnd(randomBytes(65_000).toString("hex"))));
  expect(await errorsOf(folder)).toEqual([
    expect.stringMatching(/^\/oferta: strona waży 65,\d kB, a może najwyżej 64,0 kB; skróć teksty$/),
  ]);
});

test("the heading of another page is an error", async () => {
  const folder = release((html, path) =>
    path === "/" ? html.replace("<span>/</span>", "<span>/x</span>") : html,
  );
  expect(await errorsOf(folder)).toEqual(["/: główny nagłówek to „Strona /x”, a powinien być „Strona /”"]);
});

test("soft hyphens do not make a heading differ", async () => {
  const folder = release((html, path) =>
    path === "/" ? html.replace("<h1><span>Strona", "<h1><span>Stro\u00adna") : html,
  );
  expect(await errorsOf(folder)).toEqual([]);
});

test.each(["payload/index-1a2b.json", "assets/app-1a2b.js"])(
  "a missing file that the app would fetch is an error: %s",
  async (file) => {
    const folder = release();
    rmSync(join(folder, "client", file));
    expect(await errorsOf(folder)).toEqual([`/: odnośnik prowadzi donikąd: /${file}`]);
  },
);

test("a folder without a site is reported as an error, not thrown", async () => {
  expect(await errorsOf(temporaryFolder())).toEqual(["site.json: brakuje opisu strony"]);
});

test("the check sees what is sent: a stale compressed page counts, not the plain one", async () => {
  const folder = release();
  writeFileSync(join(folder, "client/oferta.html.br"), brotliCompressSync("<h1></h1>"));
  expect(await errorsOf(folder)).toContain("/oferta: strona ma mieć jeden główny nagłówek, a ma: 0");
});
