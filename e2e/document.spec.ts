import { routes } from "../app/routes.ts";
import { loadContent } from "../content-model/load.ts";
import { fillForm, sendButton } from "./enquiry-form.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { mainMenu, navigateInApp, recordRequests, setConnection } from "./in-app.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

const content = loadContent("content");

test("B8.1 favicons and the touch icon are reachable, of the declared type and size; the manifest and the tiles of a start screen are white, and their icons, including maskable ones, match them", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const linked = (link: RegExp) => link.exec(html)?.[1] ?? "";
  const drawing = await request.get(linked(/<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/));
  expect(drawing.headers()["content-type"]).toContain("image/svg+xml");
  expect(await drawing.text()).toMatch(/^<svg /);
  const ico = await request.get(linked(/<link rel="icon" href="([^"]+)" sizes="32x32"/));
  expect(ico.headers()["content-type"]).toBe("image/x-icon");
  const directory = await ico.body();
  const sizes = Array.from({ length: directory.readUInt16LE(4) }, (_, at) =>
    directory.readUInt8(6 + at * 16),
  );
  expect(sizes).toContain(32);
  expect(await fetchPicture(request, linked(/<link rel="apple-touch-icon" href="([^"]+)"/))).toEqual({
    type: "image/png",
    format: "png",
    size: "180x180",
  });

  const response = await request.get(linked(/<link rel="manifest" href="([^"]+)"/));
  expect(response.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    theme_color: "#ffffff",
    background_color: "#ffffff",
    lang: "pl",
    start_url: "/",
  });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src, sizes, type } of manifest.icons) {
    expect(await fetchPicture(request, src)).toEqual({ type, format: "png", size: sizes });
  }

  const tiles = await (await request.get("/browserconfig.xml")).text();
  expect(tiles).toContain("<TileColor>#ffffff</TileColor>");
  const tile = /square150x150logo src="([^"]+)"/.exec(tiles)?.[1] ?? "";
  expect(await fetchPicture(request, tile)).toEqual({ type: "image/png", format: "png", size: "150x150" });
});

test("content below the first screen is laid out when the visitor scrolls near it or when the app starts, and at once if the browser opens the page at a hash or a saved position", async ({
  page,
}) => {
  await setConnection(page, { saveData: true });
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-fresh");
  const laidOut = (part: string) =>
    page.locator(part).evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await laidOut(".hero h1")).toBe(true);
  expect(await laidOut("#how-heading")).toBe(false);
  await page.locator("#how").scrollIntoViewIfNeeded();
  await expect.poll(() => laidOut("#how-heading")).toBe(true);
  expect(await laidOut("#closing-heading")).toBe(false);
  await page.keyboard.press("Shift");
  await expect.poll(() => laidOut("#closing-heading")).toBe(true);

  await page.reload();
  await expect(root).not.toHaveAttribute("data-fresh");
  await page.goto("/oferta");
  await page.goto("/#faq");
  await expect(root).not.toHaveAttribute("data-fresh");
});

test("B1.3 the browser handles a tap while the app starts, and React does not hydrate everything at once", async ({
  page,
}) => {
  // React schedules its slices of work with messages to itself.
  await page.addInitScript(() => {
    const slices: (() => void)[] = [];
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: [unknown]) {
      slices.push(() => postMessage.apply(this, message));
    };
    const goOn = () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const slice of slices) slice();
    };
    Object.assign(globalThis, { slices, goOn });
  });
  const waitForReact = () =>
    page.waitForFunction(() => (globalThis as unknown as { slices: unknown[] }).slices.length > 0);
  const heading = page.getByRole("heading", { level: 1 });
  const isHydrated = () =>
    heading.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react")));

  await page.goto("/");
  await waitForReact();
  await heading.click();
  expect(await isHydrated()).toBe(false);
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await expect(page).toHaveURL("/oferta");
  await waitForReact();
  expect(await isHydrated()).toBe(false);

  await page.evaluate(() => (globalThis as unknown as { goOn: () => void }).goOn());
  await appStarted(page);
  const asked = recordRequests(page);
  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page).toHaveURL("/galeria");
  expect(asked).not.toContain("/galeria");
});

test("B8.2 a visit to all pages contacts no other origin, sets no cookie and violates no security policy; the animation style sheet does not block the first paint; the fonts come from the site itself and cover every Polish letter", async ({
  page,
  context,
  request,
}) => {
  // The fixture fails on any foreign request or policy violation. This visit gives it the most to check.
  const html = await (await request.get("/")).text();
  const late = / data-late="(\/assets\/late-[\w-]+\.css)"/.exec(html)?.[1] ?? "";
  const sheet = await request.get(late);
  expect(await sheet.text()).toMatch(/^[^{]*prefers-reduced-motion:\s?no-preference/);
  expect(html.replace(/<noscript>.*?<\/noscript>/, "")).not.toContain('rel="stylesheet"');
  await openApp(page, "/");
  await expect(page.locator(`link[rel="stylesheet"][href="${late}"]`)).toHaveCount(1);

  const missing = await page.evaluate(async () => {
    const letters = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż";
    const uncovered: string[] = [];
    for (const letter of letters + letters.toUpperCase()) {
      const faces = await document.fonts.load('16px "Archivo"', letter);
      if (!faces.some(({ status }) => status === "loaded")) uncovered.push(letter);
    }
    return uncovered;
  });
  expect(missing).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Archivo/);

  const menu = mainMenu(page);
  for (const name of ["Oferta", "Galeria", "Osiągnięcia", "Kontakt"]) {
    await menu.getByRole("link", { name }).click();
    await expect(menu.locator('[aria-current="page"]')).toHaveText(name);
    await page.locator("footer").scrollIntoViewIfNeeded();
  }
  await fillForm(page);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  const reference = (await page.locator(".reference").textContent()) ?? "no reference";
  await page.reload();
  await appStarted(page);
  await expect(page.locator(".reference")).toHaveText(reference);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("B8.1 B8.4 B8.2 every page is Polish, with white as theme and tile colour, and has its own title, description, canonical link and social card of 1200x630; every document denies the browser features that it does not need", async ({
  page,
  request,
}) => {
  const documentAt = async (path: string) => {
    const response = await request.get(path);
    const policy = response.headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toContain("unsafe-inline");
    expect(policy, path).not.toContain("unsafe-eval");
    return page.evaluate(
      (html) => {
        const { documentElement, title, head } = new DOMParser().parseFromString(html, "text/html");
        const canonical = [...head.querySelectorAll('link[rel="canonical"]')].map((link) =>
          link.getAttribute("href"),
        );
        const meta = [...head.querySelectorAll("meta[content]")].map((one) => [
          one.getAttribute("name") ?? one.getAttribute("property"),
          one.getAttribute("content"),
        ]);
        return { lang: documentElement.lang, title, canonical, meta };
      },
      await response.text(),
    );
  };
  const seen = { titles: new Set(), descriptions: new Set(), cards: new Set() };
  for (const { path, name } of routes) {
    const { lang, title, canonical, meta: tags } = await documentAt(path);
    const { meta } = content[name];
    expect([path, lang, title]).toEqual([path, "pl", `${meta.title} – ${content.site.name}`]);
    const { href, origin, pathname } = new URL(canonical[0] ?? "");
    expect([canonical.length, pathname]).toEqual([1, path]);
    const read = Object.fromEntries(tags);
    expect(Object.keys(read), path).toHaveLength(tags.length);
    expect(read, path).toMatchObject({
      "theme-color": "#ffffff",
      "msapplication-TileColor": "#ffffff",
      "msapplication-config": "/browserconfig.xml",
      description: meta.description,
      "og:url": href,
      "og:title": meta.title,
      "og:description": meta.description,
      "og:locale": "pl_PL",
      "twitter:card": "summary_large_image",
    });
    const card = new URL(read["og:image"]);
    expect(card.origin).toBe(origin);
    expect(await fetchPicture(request, card.pathname)).toEqual({
      type: "image/jpeg",
      format: "jpeg",
      size: "1200x630",
    });
    seen.titles.add(meta.title);
    seen.descriptions.add(meta.description);
    seen.cards.add(card.pathname);
  }
  for (const [what, values] of Object.entries(seen))
    expect([what, values.size]).toEqual([what, routes.length]);
  await documentAt("/nie-ma-takiej");
});

test.describe("B8.4 the head", () => {
  test.use({ allowedProblems: /status of 404/ });

  test("B8.4 in the app the head matches each page's own document, also after errors and the thank-you page", async ({
    page,
  }) => {
    const robots = page.locator('meta[name="robots"]');
    const description = page.locator('meta[name="description"]');
    const canonical = page.locator('link[rel="canonical"]');
    await openApp(page, "/nie-ma-takiej");
    await expect(robots).toHaveAttribute("content", "noindex");
    await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
    await expect(page.locator("h1")).toBeFocused();
    const { href: offer } = new URL((await canonical.getAttribute("href")) ?? "");
    expect(new URL(offer).pathname).toBe("/oferta");
    await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
    await expect(page).toHaveTitle(/^Galeria/);
    await expect(page.locator("h1")).toBeFocused();
    await expect(robots).toHaveCount(0);
    await expect(description).toHaveAttribute("content", content.galeria.meta.description);
    await expect(canonical).toHaveAttribute("href", new URL("/galeria", offer).href);
    for (const [path, words] of [
      ["/nie-ma", undefined],
      ["/dziekujemy", content.dziekujemy.meta.description],
    ] as const) {
      await navigateInApp(page, path);
      await expect(robots).toHaveAttribute("content", "noindex");
      if (words) await expect(description).toHaveAttribute("content", words);
      else await expect(description).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveTitle(/^Galeria/);
      await expect(robots).toHaveCount(0);
      await expect(description).toHaveAttribute("content", content.galeria.meta.description);
    }
  });
});

test("B8.4 robots.txt lets search engines in and names the sitemap, which lists the pages", async ({
  request,
}) => {
  const robots = await request.get("/robots.txt");
  expect(robots.headers()["content-type"]).toContain("text/plain");
  expect(await robots.text()).toMatch(/^User-agent: \*\nAllow: \/$/m);
  const sitemap = /^Sitemap: (\S+)$/m.exec(await robots.text())?.[1] ?? "";
  const response = await request.get(new URL(sitemap).pathname);
  expect(response.headers()["content-type"]).toContain("xml");
  expect(await response.text()).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*<urlset /);
});

test("content of any amount and length stays whole: dots, large numbers, headings of steps", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await openApp(page, "/");
  const dots = page.locator(".slider-dots");
  await page.locator(".slider").first().scrollIntoViewIfNeeded();
  await expect(dots.first().getByRole("button").first()).toBeVisible();
  await dots.first().evaluate((row) => {
    for (let count = 0; count < 20; count += 1) row.append(row.firstElementChild?.cloneNode(true) ?? "");
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.setViewportSize({ width: 1280, height: 800 });
  const lines = await page.evaluate(() => {
    const linesOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const [figures, steps] = [document.querySelector(".figures"), document.querySelector(".steps")];
    while (figures && figures.children.length < 4)
      figures.append(figures.lastElementChild?.cloneNode(true) ?? "");
    while (steps && steps.children.length < 8) steps.append(steps.lastElementChild?.cloneNode(true) ?? "");
    for (const number of figures?.querySelectorAll("dd") ?? []) number.textContent = "12\u00a0000";
    for (const title of steps?.querySelectorAll("h3") ?? []) title.textContent = "Podsumowanie";
    return [...document.querySelectorAll(".figures dd, .steps h3")].map(linesOf);
  });
  expect(lines).toEqual(Array(12).fill(1));
});
