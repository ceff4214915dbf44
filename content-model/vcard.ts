import type { Site } from "./schema/site.ts";

/** The business card as vCard 3.0 (RFC 2426), which every phone's address book can read. */
export function toVcard(site: Site, siteUrl: string): string {
  const { address, company } = site;
  const postal = [
    "",
    "",
    address.streetAddress ?? "",
    address.addressLocality ?? "",
    address.addressRegion ?? "",
    address.postalCode ?? "",
    address.addressCountry,
  ];
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeValue(site.name)}`,
    `N:${escapeValue(site.name)};;;;`,
    `ORG:${escapeValue(company.legalName)}`,
    `TITLE:${escapeValue(site.descriptor)}`,
    ...(site.telephone ? [`TEL;TYPE=WORK,VOICE:${site.telephone}`] : []),
    ...(site.email ? [`EMAIL;TYPE=INTERNET,WORK:${escapeValue(site.email)}`] : []),
    `ADR;TYPE=WORK:${postal.map(escapeValue).join(";")}`,
    `URL:${siteUrl}/`,
    "END:VCARD",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function escapeValue(value: string): string {
  return value.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}
