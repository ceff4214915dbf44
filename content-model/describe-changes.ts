import { type ContentName, contentNames, contentSchemas, type Values } from "./content.ts";
import { type FormField, fieldAt, formatPlain, isDateField } from "./form-field.ts";
import { formOf } from "./form-of.ts";
import { formatFullPrice } from "./format-price.ts";
import { isSame, isTree, type Path, valueAt } from "./path.ts";
import { price } from "./schema/price.ts";

/** What the owner calls a content file. */
export const fileLabel = (name: ContentName) => formOf(contentSchemas[name]).label;

/** One difference between the raw values of two contents. */
export interface ContentChange {
  readonly name: ContentName;
  /** The path in the new file, or in the old one if the value was removed. */
  readonly path: Path;
  /** The path as labels for the owner, from the file down to the field. */
  readonly trail: readonly string[];
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** The name of a list entry that was added or removed. */
  readonly entry?: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly field: FormField | undefined;
}

export function findChanges(before: Values, after: Values): ContentChange[] {
  return contentNames.flatMap((name) => {
    const field = formOf(contentSchemas[name]);
    return compare({ name, path: [], trail: [field.label], field }, before[name], after[name]);
  });
}

/** Describes the changes in Polish, one line each: "Oferta › Trening personalny › Cena: 150 zł → 160 zł". */
export function describeChanges(before: Values, after: Values): string[] {
  return findChanges(before, after).map(formatChange);
}

export function formatChange({ trail, path, kind, entry, before, after, field }: ContentChange): string {
  const what = trail.map(shorten).join(" › ");
  const shown = (value: unknown) => quoted(value, field);
  switch (kind) {
    case "moved":
      return `${what}: zmieniona kolejność`;
    case "added":
      return `${what}: dodano${spaced(shown(entry ?? after))}`;
    case "removed":
      return `${what}: usunięto${spaced(shown(entry ?? before))}`;
    case "changed":
      if (path.at(-1) === "file" && before === after) return `${what}: podmieniono ${shown(after)}`;
      return `${what}: ${shown(before) ?? "(część strony)"} → ${shown(after) ?? "(część strony)"}`;
  }
}

const spaced = (text: string | undefined) => (text === undefined ? "" : ` ${text}`);

type Place = Pick<ContentChange, "name" | "path" | "trail" | "field">;

/** An entry of a list has no label of its own. */
function within({ name, path, trail, field }: Place, key: string | number): Place {
  const inner = fieldAt(field, [key]);
  const label = typeof key === "number" ? [] : [inner?.label ?? key];
  return { name, path: [...path, key], trail: [...trail, ...label], field: inner };
}

/** What a file lacks has its default on the page, too. */
function compare(place: Place, was: unknown, is: unknown): ContentChange[] {
  const { path, field } = place;
  const [before, after] = [was ?? field?.default, is ?? field?.default];
  if (isSame(before, after)) return [];
  const list = before ?? [];
  if (Array.isArray(list) && Array.isArray(after)) return compareLists(place, list, after);
  // A new group is reported field by field, a new file as one change.
  const old = path.length > 0 ? (before ?? {}) : before;
  if (isTree(old) && isTree(after) && field?.kind !== "price") {
    const keys = [...Object.keys(field?.fields ?? {}), ...Object.keys(old), ...Object.keys(after)];
    return [...new Set(keys)].flatMap((key) => compare(within(place, key), old[key], after[key]));
  }
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const shown = (value: unknown) => (value !== undefined && isPersonOfConsent(path) ? "…" : value);
  return [{ ...place, kind, before: shown(before), after: shown(after) }];
}

/** Changes are stored for a year, so they must not contain the name of a person who may withdraw consent. */
const isPersonOfConsent = (path: Path) => path.at(-2) === "consent" && path.at(-1) === "person";

interface Entry {
  readonly key: string;
  readonly item: unknown;
  readonly at: number;
}

function compareLists(place: Place, before: readonly unknown[], after: readonly unknown[]): ContentChange[] {
  const { itemName, itemKey } = place.field?.item ?? {};
  const nameField = fieldAt(place.field?.item, itemName ?? []);
  const [old, now] = [byKey(before, itemKey), byKey(after, itemKey)];
  const gone = [...old.values()].filter(({ key }) => !now.has(key));
  const added = [...now.values()].filter(({ key }) => !old.has(key));
  const kept = [...now.values()].filter(({ key }) => old.has(key));
  const nameOf = ({ item, at }: Entry) => {
    const name = isTree(item) ? itemName && valueAt(item, itemName) : item;
    return formatValue(name ?? undefined, nameField) || `pozycja ${at + 1}`;
  };
  // A text replaced at the same index is one change, not a removal and an addition.
  const isRewritten = ({ item, at }: Entry) =>
    !isTree(item) && [gone, added].every((side) => side.some((other) => other.at === at));
  const order = [...old.keys()].filter((key) => now.has(key));
  const wasMoved = kept.some(({ key }, at) => key !== order[at]);
  return [
    ...gone.map((one): ContentChange => {
      const removed = { ...within(place, one.at), before: one.item };
      return isRewritten(one)
        ? { ...removed, kind: "changed", after: after[one.at] }
        : { ...removed, kind: "removed", entry: nameOf(one) };
    }),
    ...added.flatMap((one): ContentChange[] => {
      const { item: after, at } = one;
      return isRewritten(one) ? [] : [{ ...within(place, at), kind: "added", entry: nameOf(one), after }];
    }),
    ...kept.flatMap((one) => {
      // The entry's name makes the label of its list unnecessary.
      const above = itemName && place.trail.length > 1 ? place.trail.slice(0, -1) : place.trail;
      const inner = { ...within(place, one.at), trail: [...above, nameOf(one)] };
      return compare(inner, old.get(one.key)?.item, one.item);
    }),
    ...(wasMoved ? [{ ...place, kind: "moved" as const }] : []),
  ];
}

/**
 * Maps list items by identity: the entry's key field, the value itself if it is plain, otherwise the index. Items with equal keys, such
 * as two opinions by one author, are numbered.
 */
function byKey(items: readonly unknown[], itemKey: readonly string[] | undefined): Map<string, Entry> {
  const seen = new Map<string, number>();
  const entries = items.map((item, at) => {
    const ownKey = isTree(item) ? itemKey && valueAt(item, itemKey) : item;
    const key = String(ownKey ?? at);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return { key: earlier === 0 ? key : `${key}\n${earlier}`, item, at };
  });
  return new Map(entries.map((entry) => [entry.key, entry]));
}

/** Formats a value as Polish text, not shortened; undefined for groups and lists. */
export function formatValue(value: unknown, field?: FormField): string | undefined {
  if (field?.kind === "price") {
    const { data } = price.safeParse(value);
    return data && formatFullPrice(data);
  }
  return formatPlain(value, field);
}

function quoted(value: unknown, field: FormField | undefined): string | undefined {
  const text = formatValue(value, field);
  return typeof value === "string" && !isDateField(field) ? `„${shorten(text ?? "")}”` : text;
}

const longest = 60;

export function shorten(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}

/** Formats a path as labels for the owner, with the names of entries: "Oferta", "Trening personalny", "Cena". */
export function trailTo(name: ContentName, path: Path, root: unknown): string[] {
  const form = formOf(contentSchemas[name]);
  const steps = path.flatMap((key, depth) => {
    const place = path.slice(0, depth + 1);
    const { label = String(key), itemName } = fieldAt(form, place) ?? {};
    if (typeof key !== "number") return [label];
    const own = itemName && valueAt(root, [...place, ...itemName]);
    return [typeof own === "string" ? own : `pozycja ${key + 1}`];
  });
  return [form.label, ...steps];
}
