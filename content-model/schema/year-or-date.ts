import { z } from "zod";

const year = z.int().min(1950).max(2100);
const dateText = z.string().regex(/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/);

/** A full or partial date: "2026", "2026-03" or "2026-03-15". Sorts as a string. */
export const yearOrDate = z.union([year, dateText]).transform(String).meta({
  title: "Data",
  widget: "yearOrDate",
  description: "Data: rok (2026), rok i miesiąc (2026-03) albo dzień (2026-03-15).",
});

/** Newest first; entries of the same date keep the order of the file. */
export function newestFirst<Entry extends { date: string }>(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.date.localeCompare(a.date));
}
