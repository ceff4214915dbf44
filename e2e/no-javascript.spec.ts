import type { Page } from "@playwright/test";
import { pagePaths } from "./pages.ts";
import { expect, openApp, test } from "./test.ts";

/** The texts, links and pictures of a page, without elements that need JavaScript, and dates in place of the hours of a week. */
const outline = (page: Page) =>
  page.evaluate(() => {
    for (const list of document.querySelectorAll(".open-slots dl")) list.replaceChildren();
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) =>
        element.textContent?.replace(/\s+/g, " ").trim(),
      );
    return {
      headings: texts("h1, h2, h3"),
      paragraphs: texts(
        "main p:not([role] p), main li:not([role] li), main dd, main td, main summary",
      ).filter(Boolean),
      links: [...document.querySelectorAll("a")].map((link) => link.getAttribute("href")),
      pictures: [...document.images].map((image) => [image.getAttribute("src"), image.alt]),
    };
  });

/** The files of every picture of a page, by the picture's alternative text. */
const picturesOf = (page: Page) =>
  page
    .locator("img")
    .evaluateAll((images) =>
      (images as HTMLImageElement[]).map(({ src, alt, parentElement }) => ({
        alt,
        files: [
          src,
          ...[...(parentElement?.querySelectorAll("source") ?? [])].flatMap(({ srcset }) =>
            srcset.split(/ \d+w,? ?/),
          ),
        ].filter(Boolean),
      })),
    );

const internalLinksOf = (page: Page) =>
  page
    .locator('a[href^="/"], a[href^="#"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("B1.3 every page answers 200 with everything that the running app shows; its pictures load and have alternative text, and its internal links work", async ({
    page,
    request,
    browser,
    site,
  }) => {
    const running = await browser.newPage({
      baseURL: site.baseUrl,
      javaScriptEnabled: true,
      reducedMotion: "reduce",
    });
    const files = new Set<string>();
    const links = new Set<string>();
    for (const path of pagePaths) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      for (const picture of await picturesOf(page)) {
        expect(picture.alt, path).not.toBe("");
        for (const file of picture.files) files.add(new URL(file, site.baseUrl).pathname);
      }
      for (const href of await internalLinksOf(page)) links.add(href.startsWith("#") ? path + href : href);
      const plain = await outline(page);
      expect(plain.headings.length, path).toBeGreaterThan(1);
      await openApp(running, path);
      await expect.poll(() => outline(running), path).toEqual(plain);
    }
    await page.goto("/");
    const hero = page.locator("img").first();
    await expect
      .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await running.close();
    for (const file of files) {
      const response = await request.head(file);
      expect([file, response.status()]).toEqual([file, 200]);
      expect(response.headers()["content-type"]).toMatch(/^image\//);
    }
    for (const link of links) {
      const response = await request.get(link);
      expect([link, response.status()]).toEqual([link, 200]);
      const id = link.split("#")[1];
      if (id) expect([link, (await response.text()).includes(`id="${id}"`)]).toEqual([link, true]);
    }
  });

  test("B1.3 questions, filters and the phone menu work without scripts", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/oferta");
    const menu = page.getByRole("navigation", { name: "Menu główne" });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Galeria" }).click();
    await expect(page).toHaveURL("/galeria");
    await expect(menu).toBeHidden();
    await page.goto("/oferta");
    const question = page.locator("#pytania details").first();
    await question.locator("summary").click();
    await expect(question.locator("p").first()).toBeVisible();
    await page.goto("/galeria");
    const photos = page.locator(".gallery-grid li");
    const all = await photos.count();
    const names = await page.locator(".gallery-filters a").allTextContents();
    let inCategories = 0;
    for (const name of names.slice(1)) {
      await page.locator(".gallery-filters a", { hasText: name }).click();
      inCategories += await photos.filter({ visible: true }).count();
    }
    expect(inCategories).toBe(all);
    await page.locator(".gallery-filters a", { hasText: names[0] ?? "" }).click();
    await expect(photos.filter({ visible: true })).toHaveCount(all);
  });
});
