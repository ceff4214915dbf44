import { vercelStegaEncode } from "@vercel/stega";
import { type Content, type ContentName, contentNames, contentSchemas } from "../../content-model/content.ts";
import { type FieldKind, type FormField, fieldAt, isDateField } from "../../content-model/form-field.ts";
import { formOf } from "../../content-model/form-of.ts";
import { isTree, type Tree } from "../../content-model/path.ts";

const textKinds: readonly FieldKind[] = ["line", "text", "email", "web"];

/** An invisible text that names a field, such as `oferta:services.0.name`. The panel finds it in the page and removes it (P6.2). */
export const markOf = (place: string) => vercelStegaEncode(place);

/**
 * A copy of the content in which every text carries the mark of its field, which shows where in the rendered page the field ends up.
 * `written` is the raw content; marks refer to its order of entries.
 */
export function markFields(content: Content, written: Readonly<Record<ContentName, unknown>>): Content {
  const marked = contentNames.map((name) => [
    name,
    mark(content[name], formOf(contentSchemas[name]), `${name}:`, written[name]),
  ]);
  return Object.fromEntries(marked);
}

function mark(value: unknown, field: FormField | undefined, place: string, source: unknown): unknown {
  if (Array.isArray(value)) {
    const order = writtenOrder(source);
    return value.map((item, at) => {
      const written = order[at] ?? at;
      return mark(item, field?.item, inner(place, written), (source as Tree | undefined)?.[written]);
    });
  }
  // The mark in the alternative text represents the whole photograph.
  if (isTree(value) && field?.kind === "photo") return { ...value, alt: value.alt + markOf(place) };
  // Pages calculate with amounts, so the component that shows a price names its fields.
  if (isTree(value) && field?.kind === "price") return { ...value, ...markPrice(value, place) };
  if (isTree(value)) {
    const entries = Object.entries(value).map(([key, part]) => {
      const within = isTree(source) ? source[key] : undefined;
      return [key, mark(part, fieldAt(field, [key]), inner(place, key), within)];
    });
    return Object.fromEntries(entries);
  }
  // Pages format a number with a comma; a marked one is a text, so it gets the comma here.
  if (typeof value === "number" && field?.kind === "number")
    return `${value}`.replace(".", ",") + markOf(place);
  if (typeof value !== "string" || value === "" || !field) return value;
  if (textKinds.includes(field.kind)) return value + markOf(place);
  // The mark comes first, because a date is shown from its parts and its year comes first.
  return isDateField(field) ? markOf(place) + value : value;
}

function markPrice(price: Tree, place: string) {
  if (price.onRequest === true) return { places: { now: inner(place, "onRequest") } };
  return {
    unit: price.unit + markOf(inner(place, "unit")),
    places: {
      now: inner(place, "amount"),
      later: `${inner(place, "later.from")} ${inner(place, "later.amount")}`,
    },
  };
}

const inner = (place: string, key: string | number) =>
  place.endsWith(":") ? `${place}${key}` : `${place}.${key}`;

/** The index in the file of each entry, because pages sort dated entries newest first. */
function writtenOrder(source: unknown): number[] {
  const dates = (Array.isArray(source) ? source : []).map(dateOf);
  return [...dates.keys()].sort((one, other) => (dates[other] ?? "").localeCompare(dates[one] ?? ""));
}

const dateOf = (item: unknown) => (isTree(item) ? String(item.date ?? item.year ?? "") : "");
