import type { Browser, Page } from "@playwright/test";
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

async function withoutJavaScript<T>(
  browser: Browser,
  baseURL: string | undefined,
  look: (page: Page) => Promise<T>,
) {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

for (const path of pagePaths) {
  test(`B1.3 ${path} answers 200 with everything that the running app shows`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const plain = await withoutJavaScript(browser, baseURL, async (plainPage) => {
      const response = await plainPage.goto(path);
      expect(response?.status()).toBe(200);
      return outline(plainPage);
    });
    await openApp(page, path);
    await expect.poll(() => outline(page)).toEqual(plain);
    expect(plain.headings.length).toBeGreaterThan(1);
  });
}

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("B1.3 every picture loads and has alternative text", async ({ page, request }) => {
    const files = new Set<string>();
    for (const path of pagePaths) {
      await page.goto(path);
      const pictures = await page
        .locator("img")
        .evaluateAll((images) =>
          (images as HTMLImageElement[]).map(({ src, alt, parentElement }) => ({
            alt,
            files: [
              src,
              ...[...(parentElement?.querySelectorAll("source") ?? [])].flatMap(({ srcset }) =>
                srcset.split(/ \d+w,? ?/),
              ),
            ],
          })),
        );
      for (const picture of pictures) {
        expect([path, picture.alt]).not.toEqual([path, ""]);
        for (const file of picture.files.filter(Boolean)) files.add(new URL(file, page.url()).pathname);
      }
    }
    for (const file of files) {
      const response = await request.head(file);
      expect([file, response.status()]).toEqual([file, 200]);
      expect(response.headers()["content-type"]).toMatch(/^image\//);
    }
    await page.goto("/");
    const hero = page.locator("img").first();
    await expect
      .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test("B1.3 every internal link works", async ({ page, request }) => {
    const links = new Set<string>();
    for (const path of pagePaths) {
      await page.goto(path);
      const hrefs = await page
        .locator('a[href^="/"], a[href^="#"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      for (const href of hrefs) links.add(href.startsWith("#") ? path + href : href);
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
