import type { Content } from "./content.ts";
import { formatPhone } from "./phone.ts";

/** Facts that any text may name in braces instead of repeating them, such as `{telephone}`. */
export const placeholders = [
  "name",
  "controller",
  "address",
  "email",
  "telephone",
  "answerTime",
  "retentionDays",
] as const;

type Filled = Exclude<(typeof placeholders)[number], "retentionDays">;

/** The content with facts of site.yaml in place of their names; `{retentionDays}` is known to the build only and stays. */
export function fillPlaceholders(content: Content): Content {
  const { site } = content;
  const { streetAddress, postalCode, addressLocality } = site.address;
  const facts: Record<Filled, string> = {
    name: site.name,
    controller: site.company.legalName,
    address: `${streetAddress}, ${postalCode} ${addressLocality}`,
    email: site.email,
    telephone: formatPhone(site.telephone),
    answerTime: site.answerTime,
  };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (written, name) => facts[name as Filled] ?? written);
  return mapTexts(content, fill) as Content;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change)]));
}
