import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { routes } from "../app/routes.ts";
import { formatPhone } from "../content-model/format-phone.ts";
import { formatPrice } from "../content-model/format-price.ts";
import { loadContent } from "../content-model/load.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { expect, openApp, test } from "./test.ts";

const content = loadContent("content");

interface Thing {
  readonly "@type": string;
  readonly [property: string]: unknown;
}

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("B8.3 one JSON-LD block on every page matches the content files, its business and offers the visible text, and its pictures are served", async ({
    page,
    request,
  }) => {
    const { site, oferta } = content;
    for (const { path, label } of routes) {
      await page.goto(path);
      const block = page.locator('script[type="application/ld+json"]');
      await expect(block).toHaveCount(1);
      const data = JSON.parse((await block.textContent()) ?? "");
      expect(data["@context"]).toBe("https://schema.org");
      const graph: Thing[] = data["@graph"];
      const business = graph.find((thing) => thing["@type"] === "HealthAndBeautyBusiness");
      if (!business) throw new Error(`${path} describes no business`);
      expect(business).toMatchObject({
        name: site.name,
        telephone: site.telephone,
        email: site.email,
        address: {
          "@type": "PostalAddress",
          addressLocality: site.address.addressLocality,
          postalCode: site.address.postalCode,
          streetAddress: site.address.streetAddress,
        },
        sameAs: site.socialProfiles.map(({ url }) => url),
        areaServed: site.areaServed,
        priceRange: site.priceRange,
      });
      expect(business.url).toMatch(/^https?:\/\/[^/]+\/$/);
      expect(business.logo).toMatch(/^https?:\/\/[^/]+\/logo/);
      expect((business.openingHoursSpecification as unknown[]).length).toBe(site.openingHours.length);
      const offers = (business.hasOfferCatalog as { itemListElement: { itemOffered: Thing }[] })
        .itemListElement;
      expect(offers.map(({ itemOffered }) => itemOffered.name)).toEqual(
        oferta.services.map(({ name }) => name),
      );
      const breadcrumbs = graph.find((thing) => thing["@type"] === "BreadcrumbList")?.itemListElement as
        | { name: string; item: string }[]
        | undefined;
      expect(breadcrumbs?.at(-1)?.name).toBe(path === "/" ? undefined : label);
      await expectBusinessInText(page);
      if (path === "/oferta") await expectOffersInText(page);
      if (path === "/kontakt") await expectPicturesServed(page, request);
    }
  });
});

interface Business {
  readonly logo: string;
  readonly image: readonly string[];
  readonly name: string;
  readonly legalName: string;
  readonly telephone: string;
  readonly email: string;
  readonly taxID: string;
  readonly address: { streetAddress: string; postalCode: string; addressLocality: string };
  readonly areaServed: readonly string[];
  readonly sameAs: readonly string[];
  readonly openingHoursSpecification: readonly { dayOfWeek: string[]; opens: string; closes: string }[];
  readonly priceRange: string;
  readonly hasOfferCatalog: { name: string; itemListElement: readonly Offer[] };
}

interface Offer {
  readonly url: string;
  readonly itemOffered: { name: string; description: string };
  readonly priceSpecification?: { price: number; priceCurrency: string; unitText: string };
}

async function readBusiness(page: Page): Promise<Business> {
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  return data["@graph"][0];
}

/** Removes the typography's hard spaces and soft hyphens. */
const plain = (text: string | null) => (text ?? "").replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

async function expectBusinessInText(page: Page): Promise<void> {
  const business = await readBusiness(page);
  const footer = page.getByRole("contentinfo");
  const words = plain(await footer.textContent());
  const { streetAddress, postalCode, addressLocality } = business.address;
  for (const fact of [
    business.legalName,
    `NIP ${business.taxID}`,
    business.email,
    streetAddress,
    `${postalCode} ${addressLocality}`,
    `Dojeżdżam: ${new Intl.ListFormat("pl").format(business.areaServed)}`,
  ]) {
    expect(words).toContain(plain(fact));
  }
  await expect(page.getByRole("banner").getByRole("link", { name: business.name }).first()).toBeVisible();
  const phone = footer.locator(`a[href="tel:${business.telephone}"]`);
  await expect(phone).toHaveText(formatPhone(business.telephone));
  for (const url of business.sameAs) await expect(footer.locator(`a[href="${url}"]`)).toBeVisible();
  expect(await hoursByDay(footer.locator(".opening-hours > div"))).toEqual(
    business.openingHoursSpecification.flatMap(({ dayOfWeek, opens, closes }) =>
      dayOfWeek.map((day) => `${day} ${opens}-${closes}`),
    ),
  );
}

const dayNames = {
  poniedziałek: "Monday",
  wtorek: "Tuesday",
  środa: "Wednesday",
  czwartek: "Thursday",
  piątek: "Friday",
  sobota: "Saturday",
  niedziela: "Sunday",
};

/** Expands displayed opening hours such as `poniedziałek–piątek 6:00–21:00` to one line per day. */
async function hoursByDay(lines: Locator): Promise<string[]> {
  const days = Object.keys(dayNames);
  const english = Object.values(dayNames);
  const read = await lines.evaluateAll((all) =>
    all.map((line) => [
      line.querySelector("dt")?.textContent ?? "",
      line.querySelector("dd")?.textContent ?? "",
    ]),
  );
  return read.flatMap(([names = "", hours = ""]) => {
    const [opens = "", closes = ""] = hours.split("–").map((clock) => clock.padStart(5, "0"));
    return names
      .split(/, | i\s/)
      .flatMap((span) => {
        const [first = "", last = first] = span.split("–");
        return english.slice(days.indexOf(first), days.indexOf(last) + 1);
      })
      .map((day) => `${day} ${opens}-${closes}`);
  });
}

/** Each offer is on the page, and the price range spans their prices. */
async function expectOffersInText(page: Page): Promise<void> {
  const { hasOfferCatalog, priceRange } = await readBusiness(page);
  await expect(page.locator("main h1")).toHaveText(hasOfferCatalog.name);
  const { itemListElement: offers } = hasOfferCatalog;
  for (const { url, itemOffered, priceSpecification } of offers) {
    const service = page.locator(`[id="${new URL(url).hash.slice(1)}"]`);
    const words = plain(await service.textContent());
    expect(words).toContain(plain(itemOffered.name));
    expect(words).toContain(plain(itemOffered.description));
    const price = plain(await service.locator(".price").first().textContent());
    if (priceSpecification) {
      expect(priceSpecification.priceCurrency).toBe("PLN");
      expect(price).toBe(
        plain(
          `${formatPrice({ amount: priceSpecification.price, unit: priceSpecification.unitText })} ${priceSpecification.unitText}`,
        ),
      );
    } else expect(price).toContain("wycena po rozmowie");
  }
  const amounts = offers.flatMap(({ priceSpecification }) => priceSpecification?.price ?? []);
  expect(plain(priceRange)).toBe(`${Math.min(...amounts)}–${Math.max(...amounts)} zł`);
}

async function expectPicturesServed(page: Page, request: APIRequestContext): Promise<void> {
  const { logo, image } = await readBusiness(page);
  for (const address of [logo, ...image]) {
    expect((await fetchPicture(request, new URL(address).pathname)).format).toMatch(/^(png|jpeg|svg)$/);
  }
}

test("B8.3 the contact card can be downloaded and contains the same facts", async ({ page }) => {
  await openApp(page, "/kontakt");
  const download = page.waitForEvent("download");
  await page
    .locator("main")
    .getByRole("link", { name: /wizytówkę/ })
    .click();
  const card = await (await download).createReadStream();
  const text = (await card.toArray()).join("");
  expect((await download).suggestedFilename()).toMatch(/\.vcf$/);
  expect(text).toMatch(/^BEGIN:VCARD\r\n/);
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded).toContain(`FN:${content.site.name}\r\n`);
  expect(unfolded).toContain(`:${content.site.telephone}\r\n`);
  expect(unfolded).toContain(`:${content.site.email}\r\n`);
});
