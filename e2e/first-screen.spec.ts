import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { loadContent } from "../content-model/load.ts";
import { expect, openApp, test } from "./test.ts";

const { site, index, oferta, osiagniecia } = loadContent("content");
const trainer = site.trainer?.name ?? "";

const screens = [
  { width: 390, height: 844, focus: "50% 25%" },
  { width: 768, height: 1024, focus: "50% 25%" },
  { width: 1440, height: 900, focus: "100% 50%" },
];

/** Whether the element is entirely on the screen and uncovered. */
async function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    const at = (y: number) => document.elementFromPoint((left + right) / 2, y);
    return (
      top >= 0 &&
      bottom <= innerHeight &&
      right <= innerWidth &&
      [at(top + 1), at(bottom - 1)].every((hit) => hit && (node.contains(hit) || hit.contains(node)))
    );
  });
}

/** All links with that name, including those in the call bar. */
const links = (page: Page, name: RegExp) => page.getByRole("link", { name }).filter({ visible: true });

test("the home page shows the service, place, audience, trainer, price and contact on the first screen of every device, and below it the trainer, opinions and stories; a cropped picture keeps its focal point visible, and a phone's crop its own, even one in the middle", async ({
  page,
}) => {
  await openApp(page, "/");
  const hero = page.locator(".hero");
  const answers = {
    "what and where": hero.locator(".eyebrow"),
    "the headline": hero.getByRole("heading", { level: 1 }),
    "for whom": hero.locator(".lead"),
    "the first talk": hero.locator("dd").filter({ hasText: "bezpłatnie" }),
    "the price of a training": hero.locator("dd").filter({ hasText: /^150\szł za\strening$/ }),
    who: hero.locator("dd").filter({ hasText: trainer }),
    call: links(page, /^Zadzwoń/),
    write: links(page, /^Napisz/),
  };
  for (const { width, height, focus } of screens) {
    await page.setViewportSize({ width, height });
    for (const [answer, element] of Object.entries(answers)) {
      const inSight = await Promise.all((await element.all()).map(isInSight));
      expect(inSight, `${answer} at ${width} px`).toContain(true);
    }
    await expect(hero.locator(".hero-picture img"), `${width} px`).toHaveCSS("object-position", focus);
  }
  await expect(answers["for whom"]).toContainText("od zera");
  await expect(answers["what and where"]).toHaveText(/^Trening personalny\s·\sMiasteczko i\sokolice$/);

  await expect(page.getByRole("heading", { name: `Nazywam się ${trainer}` })).toBeVisible();
  await test.step("opinions and stories say how they were verified", async () => {
    const opinion = osiagniecia.opinions.find(({ featured }) => featured);
    const proof = page.getByRole("region", { name: index.proof.heading });
    await expect(proof.getByText(opinion?.text.slice(0, 30) ?? "")).toBeVisible();
    await expect(proof.getByText(opinion?.verification ?? "")).toBeVisible();
    await expect(proof.getByRole("heading", { name: osiagniecia.stories[0]?.title ?? "" })).toBeVisible();
  });
});

test("the offer shows an opinion beside its service and marks where most people begin; a service collapses its details on a phone, but never its price, and nothing on a wide screen; the header with the phone number stays visible and never covers a hash target", async ({
  page,
}) => {
  await openApp(page, "/oferta");
  const [opinion] = osiagniecia.opinions.filter(({ service }) => service);
  await expect(page.locator(`#${opinion?.service}`).getByText(opinion?.text ?? "")).toBeVisible();

  const marked = oferta.services.find(({ highlight }) => highlight);
  const row = page.locator("#cennik li").filter({ hasText: marked?.highlight ?? "" });
  await expect(row.getByRole("heading")).toHaveText(marked?.name ?? "");

  const [first] = oferta.services;
  const service = page.locator(`#${first?.id}`);
  const contents = service.getByText(first?.includes[0] ?? "");
  await expect(contents).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(contents).toBeHidden();
  await expect(service.locator(".price")).toBeVisible();
  await service.getByText("Co zawiera i\u00a0dla kogo").click();
  await expect(contents).toBeVisible();

  for (const { width, height } of screens.slice(1)) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 2000));
    const header = page.getByRole("banner");
    const phone = header.getByRole("link", { name: /^\+48/ });
    expect(await isInSight(phone), `${width} px`).toBe(true);
    await page.goto("/oferta#zasady");
    const { height: covered = 0 } = (await header.boundingBox()) ?? {};
    await expect(async () => {
      const { y = 0 } = (await page.locator("#zasady").boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(covered);
    }).toPass();
  }
});

test("the scan of a certificate opens enlarged, and the back button closes it", async ({ page }) => {
  await openApp(page, "/osiagniecia");
  await page.getByRole("link", { name: /skan certyfikatu/ }).click();
  const lightbox = page.getByRole("dialog", { name: "Powiększone zdjęcie" });
  await expect(lightbox).toBeVisible();
  await page.goBack();
  await expect(lightbox).toBeHidden();
  await expect(page).toHaveURL("/osiagniecia");
});

test("the home page's picture is whole from top to bottom on wide screens, and the headline stays readable over one that is black everywhere", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openApp(page, "/");
  for (const [width, height] of [
    [1440, 900],
    [1920, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hidden = await page.locator(".hero-picture img").evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const { width, height, naturalWidth, naturalHeight } = image;
      return (width * naturalHeight) / naturalWidth - height;
    });
    expect(hidden, `${width} × ${height}`).toBeLessThan(2);
  }
  for (const width of [992, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const h1 = page.locator(".hero h1");
    // Only what is behind the letters is left, to the end of the longest line.
    const clip = await h1.evaluate((heading) => {
      const picture = document.querySelector<HTMLElement>(".hero-picture img");
      if (picture) picture.style.filter = "brightness(0)";
      heading.style.color = "transparent";
      const range = document.createRange();
      const { top, height } = heading.getBoundingClientRect();
      const lines = [...heading.children].map((line) => {
        range.selectNodeContents(line);
        return range.getBoundingClientRect();
      });
      const left = Math.min(...lines.map((line) => line.left));
      return { x: left, y: top, width: Math.max(...lines.map((line) => line.right)) - left, height };
    });
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    // The ink has a contrast of 3:1 with this grey, enough for large letters.
    expect(Math.min(...channels.slice(0, 3).map(({ min }) => min)), `${width} px`).toBeGreaterThan(107);
  }
});
