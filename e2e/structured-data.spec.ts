import { routes } from "../app/routes.ts";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { expect, openApp, test } from "./test.ts";

const content = loadContent("content");

interface Thing {
  readonly "@type": string;
  readonly [property: string]: unknown;
}

test("B8.3 one JSON-LD block on every page says what the content file says", async ({ page }) => {
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
  }
});

test("B8.3 what the structured data says is what the visitor reads, and its pictures can be had", async ({
  page,
  request,
}) => {
  await page.goto("/kontakt");
  const { site } = content;
  const main = page.locator("main");
  await expect(main.getByRole("link", { name: formatPhone(site.telephone) }).first()).toHaveAttribute(
    "href",
    `tel:${site.telephone}`,
  );
  for (const words of [
    site.email,
    site.address.streetAddress,
    site.address.postalCode,
    site.address.addressLocality,
  ]) {
    await expect(main).toContainText(words);
  }
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  const business: { logo: string; image: string[] } = data["@graph"][0];
  for (const address of [business.logo, ...business.image]) {
    expect((await fetchPicture(request, new URL(address).pathname)).format).toMatch(/^(png|jpeg|svg)$/);
  }
});

test("B8.3 the contact card can be saved and holds the same facts", async ({ page }) => {
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
