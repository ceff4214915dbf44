import { type Content, type ContentName, contentNames, contentSchemas } from "../../content-model/content.ts";
import { type FieldKind, type FormField, fieldAt } from "../../content-model/form-field.ts";
import { formOf } from "../../content-model/form-of.ts";
import { isTree, type Tree } from "../../content-model/path.ts";

// One character per field from a private-use plane, which no text contains.
const firstSign = 0xf0000;
const signs = /[\u{f0000}-\u{ffffd}]/gu;
// One amount per field, higher than any real price.
const firstNumber = 700_000_000;
const numbers = /7\d{2}\u00a0?\d{3}\u00a0?\d{3}/g;

const wordKinds: readonly FieldKind[] = ["line", "text", "email", "web", "date", "yearOrDate"];

export type MarkedContent = ReturnType<typeof markFields>;

/**
 * A copy of the content in which every field carries a mark, so rendered pages reveal where each field ends up. `written` is the
 * raw content; paths refer to its order of entries.
 */
export function markFields(content: Content, written: Readonly<Record<ContentName, unknown>>) {
  const places: string[] = [];

  /** Registers a path and returns its mark, also for texts derived from a field. */
  function markOf(place: string): string {
    places.push(place);
    return String.fromCodePoint(firstSign + places.length - 1);
  }

  function numberFor(place: string): number {
    places.push(place);
    return firstNumber + places.length - 1;
  }

  function mark(value: unknown, field: FormField | undefined, place: string, source: unknown): unknown {
    if (Array.isArray(value)) {
      const order = writtenOrder(value, source);
      return value.map((item, at) => {
        const written = order[at] ?? at;
        return mark(item, field?.item, inner(place, written), (source as Tree | undefined)?.[written]);
      });
    }
    // The mark in the alternative text represents the whole photograph.
    if (isTree(value) && field?.kind === "photo") return { ...value, alt: markOf(place) + value.alt };
    // "Wycena po rozmowie" appears instead of an amount.
    if (isTree(value) && value.onRequest === true) return { amount: numberFor(inner(place, "onRequest")) };
    if (isTree(value)) {
      const marked = Object.entries(value).map(([key, part]) => {
        const within = isTree(source) ? source[key] : undefined;
        return [key, mark(part, fieldAt(field, [key]), inner(place, key), within)];
      });
      return Object.fromEntries(marked);
    }
    if (typeof value === "string" && value !== "" && field && wordKinds.includes(field.kind))
      return markOf(place) + value;
    return typeof value === "number" && field?.kind === "number" ? numberFor(place) : value;
  }

  const marked = contentNames.map((name) => [
    name,
    mark(content[name], formOf(contentSchemas[name]), `${name}:`, written[name]),
  ]);
  return {
    content: Object.fromEntries(marked) as Content,
    markOf,
    /** The fields whose marks a text contains, such as `oferta:services.0.name`. */
    placesIn(text: string): string[] {
      const bySign = [...text.matchAll(signs)].map(([sign]) => (sign.codePointAt(0) ?? 0) - firstSign);
      const byNumber = [...text.matchAll(numbers)].map(
        ([number]) => Number(number.replaceAll("\u00a0", "")) - firstNumber,
      );
      return [...bySign, ...byNumber].flatMap((at) => places[at] ?? []);
    },
  };
}

const inner = (place: string, key: string | number) =>
  place.endsWith(":") ? `${place}${key}` : `${place}.${key}`;

/** Each entry's index in the file, because pages sort dated entries newest first. */
function writtenOrder(items: readonly unknown[], source: unknown): number[] {
  const left = (Array.isArray(source) ? source : []).map(dateOf);
  return items.map((item, at) => {
    const date = dateOf(item);
    const found = date === undefined ? -1 : left.indexOf(date);
    if (found < 0) return at;
    left[found] = undefined;
    return found;
  });
}

function dateOf(item: unknown): string | undefined {
  const date = isTree(item) ? (item.date ?? item.year) : undefined;
  return date === undefined ? undefined : String(date);
}
