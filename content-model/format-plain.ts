import type { FormField } from "./form-field.ts";
import { formatDate } from "./format-date.ts";
import { isTree } from "./path.ts";

/** Formats a value as Polish text, not shortened; undefined for groups, lists and prices. */
export function formatPlain(value: unknown, field?: FormField): string | undefined {
  if (isDateField(field) && typeof value === "string" && isDate(value))
    return formatDate(value).replaceAll("\u00a0", " ");
  if (value === undefined || isTree(value)) return undefined;
  if (typeof value === "number") return String(value).replace(".", ",");
  if (typeof value === "boolean") return value ? "tak" : "nie";
  return field?.choices?.find((choice) => choice.value === value)?.label ?? String(value);
}

export const isDateField = (field?: FormField) => field?.kind === "date" || field?.kind === "yearOrDate";

/** A date that is still being typed may be incomplete. */
const isDate = (text: string) => /^\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?$/.test(text);
