import { formatDate } from "./format-date.ts";
import { isTree, type Path } from "./path.ts";
import type { Widget } from "./schema/group.ts";

/** The kind of control for a field: its `widget` if it has one, otherwise derived from its schema. */
export type FieldKind =
  | Widget
  | "line"
  | "text"
  | "email"
  | "web"
  | "number"
  | "switch"
  | "choice"
  | "list"
  | "group";

export interface FormField {
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  /** Emptying a field that is not required deletes it. */
  readonly required?: boolean;
  readonly default?: unknown;
  /** The limit of a text's length, a number's value or a list's length. */
  readonly max?: number | undefined;
  /** The fields of a group, in the order of its form. */
  readonly fields?: Readonly<Record<string, FormField>>;
  readonly item?: FormField;
  /** For list entries: the paths of the entry's name and of its identifying value. */
  readonly itemName?: readonly string[];
  readonly itemKey?: readonly string[];
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
  /** The list whose entries a reference can point to. */
  readonly reference?: string;
}

export function fieldAt(form: FormField | undefined, path: Path): FormField | undefined {
  return path.reduce((field, key) => (typeof key === "number" ? field?.item : field?.fields?.[key]), form);
}

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
