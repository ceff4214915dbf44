import type { Content } from "./content.ts";
import type { Service } from "./schema/oferta.ts";
import type { OpeningHours } from "./schema/opening-hours.ts";
import { week } from "./week.ts";

interface Page {
  /** The site's address without a trailing slash. */
  siteUrl: string;
  path: string;
  /** The page's name in the breadcrumbs, which the home page lacks. */
  label: string;
  imagePath: string;
}

/** The schema.org graph of one page, as JSON-LD: the business, its offers, the site and the breadcrumbs (B8.3). */
export function structuredData(content: Content, { siteUrl, path, label, imagePath }: Page) {
  const { site, index, oferta } = content;
  const home = `${siteUrl}/`;
  const businessId = `${home}#business`;
  const offers = oferta.services.map((service) => offer(service, { siteUrl, path }));
  const catalog = { "@type": "OfferCatalog", name: oferta.heading, itemListElement: offers };
  /**
   * HealthAndBeautyBusiness is the closest LocalBusiness type for a trainer: ExerciseGym and HealthClub would claim a gym, and
   * schema.org has deprecated ProfessionalService.
   */
  const business = {
    "@type": "HealthAndBeautyBusiness",
    "@id": businessId,
    name: site.name,
    legalName: site.company.legalName,
    description: index.meta.description,
    url: home,
    logo: `${siteUrl}/logo.png`,
    image: [siteUrl + imagePath],
    telephone: site.telephone,
    email: site.email,
    taxID: site.company.nip,
    address: { "@type": "PostalAddress", ...site.address },
    geo: site.geo && { "@type": "GeoCoordinates", ...site.geo },
    areaServed: filled(site.areaServed),
    sameAs: filled(site.socialProfiles.map((profile) => profile.url)),
    openingHoursSpecification: filled(site.openingHours.map(openingHoursSpecification)),
    priceRange: site.priceRange,
    hasOfferCatalog: oferta.meta.published ? catalog : undefined,
  };
  const website = {
    "@type": "WebSite",
    "@id": `${home}#website`,
    url: home,
    name: site.name,
    inLanguage: "pl",
    publisher: { "@id": businessId },
  };
  const breadcrumbs = {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: site.name, item: home },
      { "@type": "ListItem", position: 2, name: label, item: siteUrl + path },
    ],
  };
  return {
    "@context": "https://schema.org",
    "@graph": [business, website, ...(path === "/" ? [] : [breadcrumbs])],
  };
}

const dayNames = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

function openingHoursSpecification({ days, opens, closes }: OpeningHours) {
  return {
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map((day) => dayNames[week.indexOf(day)]),
    opens: opens.padStart(5, "0"),
    // From 00:00 to 00:00 would mean a day that is closed.
    closes: closes.padStart(5, "0").replace("24:00", "23:59"),
  };
}

/** The description is included only on the page that shows it to visitors. */
function offer({ id, name, lead, price }: Service, { siteUrl, path }: Pick<Page, "siteUrl" | "path">) {
  const description = path === "/oferta" ? lead : undefined;
  const fixed = "amount" in price ? price : undefined;
  return {
    "@type": "Offer",
    url: `${siteUrl}/oferta#${id}`,
    itemOffered: { "@type": "Service", name, description },
    priceSpecification: fixed && {
      "@type": "UnitPriceSpecification",
      price: fixed.amount,
      priceCurrency: "PLN",
      unitText: fixed.unit,
    },
  };
}

/** Omits empty lists. */
function filled<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined;
}
