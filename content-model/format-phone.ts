import { parsePhoneNumberFromString } from "libphonenumber-js";

/** Formats an E.164 number in its country's usual grouping, with hard spaces: `+48 600 100 200`, `+44 20 7946 0000`. */
export function formatPhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  // The library cannot group numbers that no country assigns, such as the sample's zeros.
  const grouped = number?.isValid() ? number.formatInternational() : inThrees(e164);
  return grouped.replaceAll(" ", "\u00a0");
}

function inThrees(e164: string): string {
  const [, prefix = e164, rest = ""] = /^(\+48)(\d+)$/.exec(e164) ?? [];
  return [prefix, ...(rest.match(/\d{3}/g) ?? [])].join(" ");
}
