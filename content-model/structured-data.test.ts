import { describe, expect, it } from "vitest";
import type { Content } from "./content.ts";
import { loadContent } from "./load.ts";
import { structuredData } from "./structured-data.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

const page = { siteUrl: "https://a.example", path: "/oferta", label: "Oferta", imagePath: "/card.jpg" };

function graphOf(content: Content, about: Parameters<typeof structuredData>[1] = page) {
  // Through JSON, as on pages, which drops undefined.
  return JSON.parse(JSON.stringify(structuredData(content, about)))["@graph"] as Record<string, unknown>[];
}

const filledSite = `${smallestContent.site}
geo: { latitude: 52.1, longitude: 20.5 }
areaServed: [Wólka]
openingHours: [{ days: [Mo, Sa], opens: "6:00", closes: "21:30" }]
socialProfiles: [{ name: Przykład, url: https://social.example/chwila }]
priceRange: 100–200 zł
`;

describe("structuredData", () => {
  it("describes the business with everything that the content has", () => {
    const [business] = graphOf(loadContent(writeContentFolder({ site: filledSite })));
    expect(business).toMatchObject({
      "@type": "HealthAndBeautyBusiness",
      name: "Żelazna Chwila",
      url: "https://a.example/",
      logo: "https://a.example/logo.png",
      image: ["https://a.example/card.jpg"],
      telephone: "+48600100200",
      email: "ja@example.com",
      address: {
        "@type": "PostalAddress",
        streetAddress: "ul. Krótka 2",
        postalCode: "11-222",
        addressLocality: "Wólka",
        addressCountry: "PL",
      },
      geo: { "@type": "GeoCoordinates", latitude: 52.1, longitude: 20.5 },
      areaServed: ["Wólka"],
      sameAs: ["https://social.example/chwila"],
      openingHoursSpecification: [
        {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: ["Monday", "Saturday"],
          opens: "06:00",
          closes: "21:30",
        },
      ],
      priceRange: "100–200 zł",
    });
  });

  it("tells hours until after midnight as search engines expect them", () => {
    const fridays = ["24:00", "1:00"].map((closes) => `{ days: [Fr], opens: "18:00", closes: "${closes}" }`);
    const saturdays = '{ days: [Sa], opens: "0:00", closes: "24:00" }';
    const late = filledSite.replace('"21:30" }', `"0:00" }, ${fridays.join(", ")}, ${saturdays}`);
    const [business] = graphOf(loadContent(writeContentFolder({ site: late })));
    expect(business?.openingHoursSpecification).toMatchObject([
      { opens: "06:00", closes: "00:00" },
      { opens: "18:00", closes: "23:59" },
      { opens: "18:00", closes: "01:00" },
      { opens: "00:00", closes: "23:59" },
    ]);
  });

  it("omits what the content does not have", () => {
    const [business] = graphOf(loadContent(writeContentFolder()));
    for (const gap of ["geo", "sameAs", "openingHoursSpecification", "priceRange", "areaServed", "taxID"]) {
      expect(business).not.toHaveProperty(gap);
    }
  });

  it("lists each service, with its price if it has one", () => {
    const content = loadContent(writeContentFolder());
    const offersOf = (shown: Content) => {
      const [business] = graphOf(shown);
      return (business?.hasOfferCatalog as { itemListElement: unknown[] } | undefined)?.itemListElement;
    };
    expect(offersOf(content)).toMatchObject([
      {
        "@type": "Offer",
        url: "https://a.example/oferta#plan",
        itemOffered: { "@type": "Service", name: "Plan" },
        priceSpecification: { price: 1200, priceCurrency: "PLN", unitText: "za plan" },
      },
    ]);
    const [offered] = offersOf(loadContent(writeContentFolder())) ?? [];
    expect(offered).toHaveProperty("itemOffered.description", "Wstęp.");
    const unpriced = smallestContent.oferta.replace("{ amount: 1200, unit: za plan }", "{ onRequest: true }");
    expect(offersOf(loadContent(writeContentFolder({ oferta: unpriced })))?.[0]).not.toHaveProperty(
      "priceSpecification",
    );
    const hidden = smallestContent.oferta.replace("title: Oferta", "title: Oferta, published: false");
    expect(offersOf(loadContent(writeContentFolder({ oferta: hidden })))).toBeUndefined();
  });

  it("has breadcrumbs from the home page to this one, and none on the home page", () => {
    const content = loadContent(writeContentFolder());
    expect(graphOf(content).at(-1)).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: [
        { position: 1, name: "Żelazna Chwila", item: "https://a.example/" },
        { position: 2, name: "Oferta", item: "https://a.example/oferta" },
      ],
    });
    const home = { ...page, path: "/", label: "Start" };
    expect(graphOf(content, home).map((thing) => thing["@type"])).toEqual([
      "HealthAndBeautyBusiness",
      "WebSite",
    ]);
  });
});
