import type { EnquiriesTable } from "./storage/tables.server.ts";

type Searchable = Pick<EnquiriesTable, "reference" | "name" | "phone" | "email" | "message">;

/** Normalises text for comparison: no diacritics, lower case, `ł` as `l`, single spaces. */
export const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replace(/\s+/g, " ")
    .trim();

/** The text that the search looks through, stored with each enquiry, so that both databases search alike. */
export function searchTextOf({ reference, name, phone, email, message }: Searchable): string {
  return [name, phone ?? "", email ?? "", message, reference, withoutSeparators(reference)]
    .map(foldText)
    .join("\n");
}

/** The words of a search, all of which must match; or the whole text as one number, however its digits are grouped. */
export function parseSearch(typed: string): { words: string[]; number: string | undefined } {
  const folded = foldText(typed);
  const words = folded.split(" ").filter(Boolean);
  const digits = withoutSeparators(folded).replace(/^00/, "");
  return { words, number: /^\d{3,}$/.test(digits) ? digits : undefined };
}

const withoutSeparators = (text: string) => text.replace(/[\s().+/-]/g, "");
