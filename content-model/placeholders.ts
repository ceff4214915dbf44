import type { Content } from "./content.ts";
import { formatPhone } from "./format-phone.ts";
import { mapPlaces } from "./path.ts";
import type { SiteFact } from "./placeholder-names.ts";
import { typography } from "./typography.ts";

/** Replaces placeholders by facts of site.yaml, except `{retentionDays}`, which only the build knows. */
export function fillPlaceholders(content: Content): Content {
  const { site } = content;
  const facts: Record<SiteFact, string> = {
    name: site.name,
    controller: site.company.legalName,
    address: addressLine(site.address),
    email: site.email,
    telephone: formatPhone(site.telephone),
    answerTime: site.answerTime,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (written, name) => facts[name as SiteFact] ?? written);
  return mapPlaces(content, (value) => (typeof value === "string" ? fill(value) : value)) as Content;
}

/** The address on one line, with hard spaces where it must not wrap: "ul. Polna 7" and "00-001 Warszawa". */
function addressLine({ streetAddress, postalCode, addressLocality }: Content["site"]["address"]): string {
  const street = typography(streetAddress).replace(/ (?=\d\S*$)/, "\u00a0");
  return `${street}, ${postalCode}\u00a0${addressLocality}`;
}
