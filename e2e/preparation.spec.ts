import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { routes } from "../app/routes.ts";
import { contentNames } from "../content-model/content.ts";
import { walkValues } from "../content-model/path.ts";
import { readContentFolder } from "../content-model/read-content.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { call, enter, publicSite, test } from "./public-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect } from "./test.ts";

test.use(publicSite);

/** Every text of the sample that is long enough to be recognised, and its names and numbers. */
function sampleWords(): string[] {
  const { files } = readContentFolder("content");
  const texts = contentNames.flatMap((name) =>
    [...walkValues(files[name].value)].flatMap(({ value }) =>
      typeof value === "string" && value.length > 12 && value !== "trening personalny" ? [value.trim()] : [],
    ),
  );
  return [...texts, "Mocna Strona", "Miasteczko", "Nazwisko", "000 000 000", "48000000000", "example.com"];
}

/** What a crawler may ask for: pages, the files that a built site has, and addresses that it never had. */
async function addresses(): Promise<string[]> {
  const client = join(loadConfig().siteDir, "client");
  const files = await readdir(client, { recursive: true, withFileTypes: true });
  const built = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(client.length));
  const asked = [
    "/robots.txt",
    "/sitemap.xml",
    "/wizytowka.vcf",
    "/site.webmanifest",
    "/sw.js",
    "/favicon.ico",
  ];
  const others = [
    "/nie-ma",
    "/oferta/",
    "/kontakt?cel=dieta",
    "/kontakt?termin=tu-0700",
    "/dziekujemy?ref=AAAA-AAAA",
  ];
  const services = [
    "/api/health",
    "/api/enquiries",
    "/api/slots",
    "/runtime-config.json",
    "/panel",
    "/panel/",
  ];
  return [...routes.map(({ path }) => path), ...built, ...asked, ...others, ...services];
}

async function changeSite(site: SiteProcess, change: (yaml: string) => string): Promise<void> {
  const file = join(site.dataDir, "content/site.yaml");
  await writeFile(file, change(await readFile(file, "utf8")));
}

test("C7.1 P9.3 until the owner has published, nothing that answers holds a word of the sample, and the panel has its icons for the tab and the home screen", async ({
  panelSite: site,
}) => {
  const words = sampleWords();
  const asked = await addresses();
  expect(words.length).toBeGreaterThan(200);
  expect(asked.length).toBeGreaterThan(200);
  for (const path of asked) {
    for (const accept of ["text/html", "*/*"]) {
      const answer = await fetch(site.baseUrl + path, { headers: { Accept: accept }, redirect: "manual" });
      const text = `${[...answer.headers].join("\n")}\n${await answer.text()}`;
      expect(
        words.filter((word) => text.includes(word)),
        path,
      ).toEqual([]);
      expect(text, path).not.toContain("ld+json");
      if (path.startsWith("/pictures/") || path.startsWith("/payload/"))
        expect(answer.status, path).toBe(404);
    }
  }
  for (const { path } of routes) {
    const answer = await fetch(site.baseUrl + path);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    expect(html, path).toContain("<h1>Strona w\u00a0przygotowaniu</h1>");
    expect(html, path).toContain('<meta name="robots" content="noindex">');
  }

  const start = await (await fetch(`${site.baseUrl}/panel/start`)).text();
  const manifest = await (await fetch(`${site.baseUrl}/panel/manifest.webmanifest`)).json();
  const linked = [...start.matchAll(/rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(linked).toHaveLength(2);
  for (const path of [...linked, ...manifest.icons.map(({ src }: { src: string }) => src)]) {
    const answer = await fetch(site.baseUrl + path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("Content-Type"), path).toMatch(/^image\//);
  }
});

test("C7.1 P9.3 the page shows the name and the number once they are typed, and no visitor's form", async ({
  page,
  panelSite: site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.panelUrl);
  await expect(page.getByRole("heading", { name: "Strona w przygotowaniu" })).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
  await changeSite(site, (yaml) =>
    yaml.replace(/^name: .*/m, "name: Ewa <Nowak>").replace(/^telephone: .*/m, 'telephone: "600 100 200"'),
  );
  await page.goto(`${site.panelUrl}/oferta`);
  await expect(page.getByText("Ewa <Nowak>")).toBeVisible();
  await expect(page.getByRole("link", { name: "600 100 200" })).toHaveAttribute("href", "tel:+48600100200");
  await expect(page.locator("form")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
});

interface State {
  readonly kind: string;
  readonly end?: { readonly kind: string };
  readonly problems: readonly { readonly trail: readonly string[] }[];
}

test("C7.3 samples keep a publication back, each place is named, and one tap leaves it out", async ({
  page,
  panelSite: site,
}) => {
  await enter(page, site);
  // The sample is there to be seen, by its owner alone.
  expect(await call<string>(page, "/preview/index")).toContain("Słowa osób, które tu trenują");
  await changeSite(site, (yaml) =>
    yaml
      .replace(/^sample: true$/m, "")
      .replace(/^telephone: .*/m, 'telephone: "600 100 200"')
      .replace(/^( *legalName): .*/m, "$1: Ewa Nowak"),
  );
  await call(page, "/publish", { method: "POST" });
  const end = await ended(page);
  expect(end.end?.kind).toBe("invalid");
  const places = end.problems.map(({ trail }) => trail.join(" › "));
  expect(places.filter((place) => /Opinie/.test(place))).toHaveLength(2);
  expect(places.filter((place) => /Historie/.test(place))).toHaveLength(1);
  expect(places.filter((place) => /Zdjęcia miejsca/.test(place))).toHaveLength(3);
  expect(places.join("\n")).toMatch(/Osoba, która prowadzi treningi › Portret/);
  expect(await (await fetch(site.baseUrl)).text()).toContain("Strona w przygotowaniu");

  await page.goto(`${site.panelUrl}/panel/publikacja`);
  const opinions = page.getByRole("listitem").filter({ hasText: "której nikt nie napisał" });
  await expect(opinions).toHaveCount(2);
  await opinions
    .first()
    .getByRole("button", { name: /^Ukryj ?: .*Opini/ })
    .click();
  await expect(opinions).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: /^Ukryj wszystko, co przykładowe/ }).click();
  await expect(page.getByRole("heading", { name: "Do poprawy przed publikacją" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Publikuj/ }).click();
  await expect(page.getByText("Tak wygląda teraz strona.")).toBeVisible();
  const shown = await (await fetch(site.baseUrl)).text();
  expect(shown).toContain("tel:+48600100200");
  expect(shown).not.toMatch(/Słowa osób|Imię Nazwisko|portrait-|room-/);
});

async function ended(page: Page): Promise<State> {
  let state: State | undefined;
  const kind = async () => {
    state = await call<State>(page, "/publish/state");
    return state.kind;
  };
  // Publishing runs at low priority, so the tests beside this one come first.
  await expect.poll(kind).toBe("ended");
  return state as State;
}
