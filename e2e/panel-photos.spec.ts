import { existsSync } from "node:fs";
import { appendFile, cp, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page, Route } from "@playwright/test";
import sharp from "sharp";
import { parse } from "yaml";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { test as base, signIn } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { expect, holdRequests } from "./test.ts";

const test = base.extend<{ ownBuild: boolean; panelSite: SiteProcess }>({
  ownBuild: [false, { option: true }],
  panelSite: async ({ ownBuild }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "site-data-"));
    const build = ownBuild ? { BUILD_DIR: await copyBuild(dataDir) } : {};
    const site = await startSite({ DATA_DIR: dataDir, ...build });
    await ensureOwnContent({ ownContentDir: join(dataDir, "content") });
    await use(site);
    await site.stop();
  },
});

async function copyBuild(dataDir: string): Promise<string> {
  const { siteDir, codeDir, cacheDir } = loadConfig();
  const buildDir = join(dataDir, "build");
  await cp(siteDir, join(buildDir, "site"), { recursive: true });
  // Saves their drawing; a withdrawal elsewhere has removed them.
  const cards = join(cacheDir, "cards");
  if (existsSync(cards)) await cp(cards, join(dataDir, "cache/cards"), { recursive: true });
  await symlink(resolve(codeDir), join(buildDir, "code"));
  return buildDir;
}

test.use({ viewport: { width: 360, height: 740 } });

/** A photograph of one shade, which is encoded quickly. A grainy one is sent in several parts. */
async function photo(name: string, shade: number, isGrainy = false) {
  const size = { width: 600, height: 450, channels: 3, background: { r: shade, g: 120, b: 90 } } as const;
  const grain = isGrainy ? { noise: { type: "gaussian", mean: shade, sigma: 40 } as const } : {};
  const picture = sharp({ create: { ...size, ...grain } }).jpeg({ quality: 100 });
  return { name, mimeType: "image/jpeg", buffer: await picture.toBuffer() };
}

const album = (page: Page) => page.locator("input[type=file]");

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus).toBeLessThanOrEqual(0);
}

test("P5.3 a new photograph is described, gets its focal point by arrow keys, and is chosen for a page", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  await page.goto("/panel/zdjecia");
  await expect(page.getByRole("heading", { name: "Zdjęcia" })).toBeVisible();
  await expectNoViolations(page);
  await album(page).setInputFiles(await photo("Sala Żółta.jpg", 40));
  await expect(page.getByRole("heading", { name: "Zdjęcie", exact: true })).toBeVisible();
  await page.getByLabel("Co widać na zdjęciu").fill("Pusta żółta sala.");
  await page.getByRole("button", { name: /Najważniejsze miejsce: 50% od lewej/ }).press("ArrowRight");
  await expect(page.getByRole("button", { name: /Najważniejsze miejsce: 55% od lewej/ })).toBeFocused();
  await page.getByLabel("Kogoś na zdjęciu można rozpoznać").check();
  await expect(page.getByText("Wpisz jeszcze, kto i kiedy wyraził zgodę.")).toBeVisible();
  await page.getByLabel("Imię i nazwisko").fill("Osoba Przykładowa");
  await page.getByLabel("Data zgody").fill("2026-11-01");
  await expectNoViolations(page);
  const consent = { person: "Osoba Przykładowa", date: "2026-11-01" };
  const photosJson = join(panelSite.dataDir, "content/photos/photos.json");
  const notes = async () => Object.values(JSON.parse(await readFile(photosJson, "utf8")));
  const noted = { alt: "Pusta żółta sala.", focus: { x: 55, y: 50 }, recognisablePeople: true };
  await expect
    .poll(notes)
    .toEqual([expect.objectContaining({ ...noted, consent: expect.objectContaining(consent) })]);

  // A page killed within a second of the last key loses nothing.
  await page.route("**/panel/api/photos/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Co widać na zdjęciu").fill("Pusta żółta sala z lustrem.");
  await page.goto("about:blank");
  await page.unrouteAll();
  // Only what changed is sent, because another device may have changed the rest.
  const save = page.waitForRequest((request) => request.method() === "PUT");
  await page.goto("/panel/zdjecia");
  expect((await save).postDataJSON()).toEqual({ alt: "Pusta żółta sala z lustrem." });
  await expect.poll(notes).toEqual([expect.objectContaining({ alt: "Pusta żółta sala z lustrem." })]);

  await page.goto("/panel/tresc/index?pole=hero.photo.file");
  const hero = page.locator('[data-path="hero.photo"]');
  await hero.getByRole("button", { name: "Zmień zdjęcie" }).click();
  await hero.getByRole("button", { name: "Pusta żółta sala z lustrem." }).click();
  await expect(hero.getByRole("button", { name: "Zmień zdjęcie" })).toBeFocused();
  await expect(hero.getByRole("button", { name: "Zmień zdjęcie" })).toBeInViewport();
  await expect
    .poll(() => readFile(join(panelSite.dataDir, "content/index.yaml"), "utf8"))
    .toMatch(/file: sala-zolta-[0-9a-f]{12}\.jpg/);

  // The gallery gets the consent, too.
  await page.goto("/panel/tresc/galeria?pole=photos.0.photo.file");
  const shown = page.locator('[data-path="photos.0.photo"]');
  await shown.getByRole("button", { name: "Zmień zdjęcie" }).click();
  await shown.getByRole("button", { name: "Pusta żółta sala z lustrem." }).click();
  await expect
    .poll(() => readFile(join(panelSite.dataDir, "content/galeria.yaml"), "utf8"))
    .toMatch(/sala-zolta-[^-]*recognisablePeople: true\s+consent:\s+person: Osoba Przykładowa/);
});

/** Holds uploads back until the returned function is called. */
const holdUploads = (page: Page) => holdRequests(page, "**/panel/api/uploads/*");

test("P4.6 P5.3 a photograph's details that another device has saved are shown, and what is typed then adds to them; a consent of which the content knows a part is completed in any order", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  const read = async (path: string) => (await page.request.get(`/panel/api/photos${path}`)).json();
  const [{ file }] = (await read("")).photos;
  const noted = async () => (await read(`/${file}`)).photo;
  await page.goto(`/panel/zdjecia/opis?plik=${file}`);
  await page.getByLabel("Kogoś na zdjęciu można rozpoznać").check();
  await expect.poll(noted).toMatchObject({ recognisablePeople: true });
  await page.request.put(`/panel/api/photos/${file}`, {
    headers: { Origin: panelSite.panelUrl, "X-Panel": "1", "Idempotency-Key": "another-device-1" },
    data: { alt: "Z laptopa.", consent: { person: "Osoba Przykładowa", date: "", scope: "galeria" } },
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const description = page.getByLabel("Co widać na zdjęciu");
  await expect(description).toHaveValue("Z laptopa.");
  await description.press("End");
  await page.keyboard.type(" I z telefonu.");
  await page.getByLabel("Data zgody").fill("2026-11-01");
  await expect
    .poll(noted)
    .toMatchObject({
      alt: "Z laptopa. I z telefonu.",
      consent: { person: "Osoba Przykładowa", date: "2026-11-01", scope: "galeria" },
    });
  // What was typed here, too, gives way to what another device has stored since.
  await page.request.put(`/panel/api/photos/${file}`, {
    headers: { Origin: panelSite.panelUrl, "X-Panel": "1", "Idempotency-Key": "another-device-2" },
    data: { alt: "Poprawione.", consent: { person: "Inna Osoba", date: "2026-11-01", scope: "galeria" } },
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(description).toHaveValue("Poprawione.");
  await page.getByLabel("Data zgody").fill("2026-11-02");
  await expect
    .poll(noted)
    .toMatchObject({ alt: "Poprawione.", consent: { person: "Inna Osoba", date: "2026-11-02" } });

  // The form of the gallery saves while the owner is still typing.
  const gallery = join(panelSite.dataDir, "content/galeria.yaml");
  const text = await readFile(gallery, "utf8");
  const consent = "    recognisablePeople: true\n    consent:\n      person: Jan\n";
  await writeFile(gallery, text.replace(/(?<=file: lifter\.jpg.*?category: ludzie\n)/s, consent));
  await page.goto("/panel/zdjecia/opis?plik=lifter.jpg");
  await page.getByLabel("Imię i nazwisko").fill("Jan Próbny");
  await expect
    .poll(async () => (await read("/lifter.jpg")).photo)
    .toMatchObject({
      consent: { person: "Jan Próbny", date: "", scope: expect.stringMatching(/^zdjęcie na stronie/) },
    });
});

test("P5.1 P5.3 a photograph of a form that loads late moves nothing, a tap sets its focal point; a new one whose place was left as it is stays in the album, and one that arrives while another screen is open leaves the owner there", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  const hero = page.locator('[data-path="hero.photo"]');
  const change = hero.getByRole("button", { name: "Zmień zdjęcie" });
  await test.step("late, and a right click sets nothing", async () => {
    const release = await holdRequests(page, "**/panel/api/photos/*/1280*");
    await page.goto("/panel/tresc/index?pole=hero.photo.file");
    await expect(change).toBeInViewport();
    const focal = hero.getByRole("button", { name: /Najważniejsze miejsce/ });
    const name = (await focal.getAttribute("aria-label")) ?? "";
    await focal.click();
    await expect(focal).toHaveAccessibleName(name);
    const before = await change.boundingBox();
    release();
    const photo = focal.locator("img");
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
    expect(await change.boundingBox()).toEqual(before);

    const { width, height } = (await photo.boundingBox()) as { width: number; height: number };
    const position = { x: width * 0.25, y: height * 0.75 };
    await photo.click({ position, button: "right" });
    await expect(focal).toHaveAccessibleName(name);
    await photo.click({ position });
    await expect(hero.getByRole("button", { name: /: 25% od lewej, 75% od góry/ })).toBeVisible();
  });

  await test.step("its place left as it is", async () => {
    await change.click();
    const release = await holdUploads(page);
    await album(page).setInputFiles(await photo("Sala.jpg", 70));
    await hero.getByRole("button", { name: "Zostaw tak, jak jest" }).click();
    // Not the list that was asked for when the choice was opened.
    const arrived = page.waitForResponse(
      async (response) =>
        response.url().endsWith("/panel/api/photos") && (await response.text()).includes("sala-"),
    );
    release();
    await arrived;
    // The panel handles the list before its next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await change.click();
    await expect(hero.getByRole("img", { name: /^Zdjęcie bez opisu: sala-/ })).toHaveCount(1);
    await expect(hero.locator(".focal-photo img")).not.toHaveAttribute("src", /sala-/);
  });

  await test.step("another screen", async () => {
    await page.goto("/panel/zdjecia");
    const release = await holdUploads(page);
    await album(page).setInputFiles(await photo("Sala.jpg", 50));
    await page.getByRole("link", { name: "Treść", exact: true }).click();
    await page.getByRole("link", { name: /^Strona główna/ }).click();
    await change.click();
    const sending = hero.getByRole("list", { name: "Wysyłane zdjęcia" }).getByRole("listitem");
    await expect(sending).toHaveCount(1);
    release();
    await expect(sending).toHaveCount(0);
    await hero.getByLabel("Co widać na zdjęciu").fill("Sztanga na pomoście.");
    await expect(page.getByText(/^Zapisano \d/)).toBeVisible();
    await expect(page).toHaveURL(/\/tresc\/index$/);
  });
});

test.describe("with a lost connection", () => {
  test.use({ allowedProblems: /ERR_|Failed to load resource/ });

  test("P5.1 a photograph that arrives later is chosen for its item, which was described and moved meanwhile; several arrive once each although one loses its connection", async ({
    page,
    panelSite,
  }) => {
    const file = join(panelSite.dataDir, "content/galeria.yaml");
    const consent =
      "    recognisablePeople: true\n    consent: { person: Osoba Przykładowa, date: 2026-11-01, scope: galeria }\n";
    await appendFile(file, consent);
    const photos = async () => parse(await readFile(file, "utf8")).photos;
    const before = await photos();
    await signIn(page, panelSite);
    await page.goto("/panel/tresc/galeria");
    await page.getByRole("button", { name: "Dodaj: zdjęcie w galerii" }).click();
    const row = (at: number) => page.locator("[data-path=photos] .group-item").nth(at);
    const added = row(before.length);
    await added.getByRole("button", { name: "Wybierz zdjęcie" }).click();
    await expect(added.locator(".photos button").first()).toBeVisible();
    const release = await holdUploads(page);
    await album(page).setInputFiles(await photo("Sala.jpg", 60));
    await added.getByLabel("Co widać na zdjęciu").fill("Pusta sala.");
    await added.getByRole("button", { name: /^Przesuń, usuń/ }).click();
    await added.getByRole("button", { name: "Na początek" }).click();
    await expect(row(0).getByLabel("Co widać na zdjęciu")).toHaveValue("Pusta sala.");
    // The details of the photograph, of which there are none, cannot be read.
    await page.route("**/panel/api/photos", (route) => route.abort());
    release();
    await expect(row(0).getByRole("button", { name: "Zmień zdjęcie" })).toBeVisible();
    const sent = { alt: "Pusta sala.", file: expect.stringMatching(/^sala-[0-9a-f]{12}\.jpg$/) };
    await expect.poll(photos).toEqual([{ photo: sent }, ...before]);
    await expect(page.locator(".conflict")).toHaveCount(0);
    await page.unrouteAll();

    await page.goto("/panel/zdjecia");
    const several = await Promise.all(
      [1, 2, 3, 4].map((at) => photo(`zdjecie ${at}.jpg`, at * 20 + 5, at === 2)),
    );
    // The connection breaks after the first part of the second, for two attempts.
    const parts: string[] = [];
    const second = page.getByRole("listitem").filter({ hasText: "zdjecie 2.jpg" });
    let told: string | null = "";
    await page.route(/uploads\/.*name=zdjecie(?:\+|%20)2/, async (route) => {
      parts.push(new URL(route.request().url()).searchParams.get("from") ?? "");
      if (parts.length === 1) told = await second.getByRole("status").textContent();
      if (parts.length === 2 || parts.length === 3) await route.abort("internetdisconnected");
      else await route.continue();
    });
    await album(page).setInputFiles(several);
    await expect(second).toContainText("Brak połączenia");
    // The bar has the number, so that screen readers do not read it again and again.
    expect(told).toBe("Wysyłanie…");
    const sending = page.getByRole("list", { name: "Wysyłane zdjęcia" }).getByRole("listitem");
    await expect(sending).toHaveCount(0);
    expect(parts.slice(0, 4)).toEqual(["0", "262144", "262144", "262144"]);
    const stored = async () =>
      (await readdir(join(panelSite.dataDir, "content/photos"))).filter((name) =>
        name.startsWith("zdjecie-"),
      );
    const kept = await stored();
    expect(kept).toHaveLength(4);
    expect(await readdir(join(panelSite.dataDir, "uploads"))).toEqual([]);

    // The server recognises the same photographs.
    await album(page).setInputFiles(several.slice(0, 3));
    await expect(sending).toHaveCount(0);
    expect(await stored()).toEqual(kept);
  });
});

test.describe("what a server refuses", () => {
  test.use({ allowedProblems: /413|status of 40[04]/ });

  test("P4.1 P5.1 P5.3 a file that is no photograph is refused by its bytes, one that a proxy refuses for its size is not sent again, a panorama is not too small; refused details are told, kept and sent with the next ones, and those of a removed photograph dropped", async ({
    page,
    panelSite,
  }) => {
    await signIn(page, panelSite);
    await page.goto("/panel/zdjecia");
    await album(page).setInputFiles({
      name: "umowa.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("%PDF-1.7\n"),
    });
    await expect(page.getByText("To nie jest zdjęcie w formacie")).toBeVisible();
    await expectNoViolations(page);

    const refuse = async (path: string, answer: Parameters<Route["fulfill"]>[0]) => {
      let refusals = 0;
      await page.route(path, (route) => {
        if (route.request().method() !== "PUT") return route.fallback();
        refusals += 1;
        return route.fulfill(answer);
      });
      return () => refusals;
    };
    const body = "<html><head><title>413 Request Entity Too Large</title></head></html>";
    const refusals = await refuse("**/panel/api/uploads/*", { status: 413, contentType: "text/html", body });
    await album(page).setInputFiles(await photo("Sala.jpg", 40));
    await expect(
      page.getByRole("status").filter({ hasText: "nie przepuszcza tak dużych plików" }),
    ).toBeVisible();
    expect(refusals()).toBe(1);
    await page.unrouteAll();

    // Eight times as long as high, and reduced by the browser.
    const size = { width: 3300, height: 410, channels: 3, background: "#997755" } as const;
    const buffer = await sharp({ create: size }).jpeg().toBuffer();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await album(page).setInputFiles({ name: "panorama.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByRole("heading", { name: "Zdjęcie", exact: true })).toBeVisible();

    const { width, height } = await sharp((await sent).postDataBuffer() ?? undefined).metadata();
    expect([width, height]).toEqual([3220, 400]);

    const file = new URL(page.url()).searchParams.get("plik");
    await refuse("**/panel/api/photos/*", { status: 400, json: { error: "bad-request" } });
    await page.getByLabel("Co widać na zdjęciu").fill("Sztanga.");
    const told = page.getByText("Ostatnich zmian nie dało się zapisać.");
    await expect(told).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto("/panel/tresc/site");
    await page.getByRole("link", { name: "Do decyzji: 1" }).click();
    await expect(told).toBeVisible();
    await expect(page.getByLabel("Co widać na zdjęciu")).toHaveValue("Sztanga.");
    await page.unrouteAll();
    await page.getByLabel("Kogoś na zdjęciu można rozpoznać").check();
    await expect(told).toBeHidden();
    await expect(page.getByText("Do decyzji")).toBeHidden();
    const { photo: noted } = await (await page.request.get(`/panel/api/photos/${file}`)).json();
    expect(noted).toMatchObject({ alt: "Sztanga.", recognisablePeople: true });
    await refuse("**/panel/api/photos/*", { status: 404, json: { error: "not-found" } });
    const removed = page.waitForResponse((response) => response.status() === 404);
    await page.getByLabel("Co widać na zdjęciu").fill("Sztanga i zacisk.");
    await removed;
    await expect(page.getByText("Zapisuję…")).toBeHidden();
    await expect(told).toBeHidden();
  });
});

test.describe("in a separate build, because other tests use the shared one", () => {
  test.use({ ownBuild: true });

  test("P5.4 T17 a photograph is removed everywhere: content, site, history and caches", async ({
    page,
    panelSite,
  }) => {
    await signIn(page, panelSite);
    const traces = async () =>
      (await readdir(panelSite.dataDir, { recursive: true })).filter((name) =>
        /\/rope(?:\.jpg|-[0-9a-f]{10})/.test(name),
      );
    // A change to publish, so that there is a history.
    await page.goto("/panel/zdjecia/opis?plik=rope.jpg");
    await page.request.post("/panel/api/publish", {
      headers: {
        Origin: new URL(page.url()).origin,
        "X-Panel": "1",
        "Idempotency-Key": "publikacja-pierwsza-1",
      },
    });
    await page.goto("/panel/publikacja/historia");
    await expect(page.getByText("na stronie")).toBeVisible();
    expect((await traces()).length).toBeGreaterThan(5);
    await page.goto("/panel/zdjecia/opis?plik=rope.jpg");
    await expect(page.getByRole("link", { name: /^Galeria ›/ })).toBeVisible();
    await page.getByText("Usuń wszędzie").click();
    await page.getByRole("button", { name: "Usuń na zawsze" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Usuń na zawsze" }).click();
    await expect(page).toHaveURL(/\/panel\/zdjecia$/);
    expect(await traces()).toEqual([]);
    const gallery = async () => (await fetch(`${panelSite.baseUrl}/galeria`)).text();
    await expect.poll(gallery).not.toContain("/rope-");

    await page.goto("/panel/zdjecia/opis?plik=hero.jpg");
    await page.getByText("Usuń wszędzie").click();
    await expect(page.getByText("Najpierw wybierz w nich inne")).toBeVisible();
    await expect(page.getByRole("button", { name: "Usuń na zawsze" })).toHaveCount(0);
  });
});
