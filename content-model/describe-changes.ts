import { type ContentName, contentNames, contentSchemas } from "./content.ts";
import { type FieldKind, type FormField, fieldAt } from "./form-field.ts";
import { formOf } from "./form-of.ts";
import { formatDate } from "./format-date.ts";
import { formatLaterPrice, formatPrice } from "./format-price.ts";
import { isSame, isTree, type Path, type Tree, valueAt } from "./path.ts";
import { price } from "./schema/price.ts";

export const fileLabels: Readonly<Record<ContentName, string>> = {
  site: "Dane i kontakt",
  index: "Strona główna",
  oferta: "Oferta",
  galeria: "Galeria",
  osiagniecia: "Osiągnięcia",
  kontakt: "Strona kontaktu",
  dziekujemy: "Podziękowanie",
  prywatnosc: "Dane osobowe",
};

type RawValues = Readonly<Partial<Record<ContentName, unknown>>>;

/** One difference between the raw values of two contents. */
export interface ContentChange {
  readonly name: ContentName;
  /** The path in the new file, or in the old one if the value was removed. */
  readonly path: Path;
  /** The path as labels for the owner, from the file down to the field. */
  readonly trail: readonly string[];
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** The name of a list entry that was added or removed. */
  readonly entry?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly widget?: FieldKind;
}

export function findChanges(before: RawValues, after: RawValues): ContentChange[] {
  return contentNames.flatMap((name) => {
    if (isSame(before[name], after[name])) return [];
    const place = { name, path: [], form: formOf(contentSchemas[name]) };
    return compare([fileLabels[name]], [before[name], after[name]], place);
  });
}

/** The changes in Polish, one line each: "Oferta › Trening personalny › Cena: 150 zł → 160 zł". */
export function describeChanges(before: RawValues, after: RawValues): string[] {
  return findChanges(before, after).map(formatChange);
}

export function formatChange({ trail, kind, entry, before, after, widget }: ContentChange): string {
  const what = trail.map(shorten).join(" › ");
  const shown = (value: unknown) => quoted(value, widget);
  switch (kind) {
    case "moved":
      return `${what}: zmieniona kolejność`;
    case "added":
      return `${what}: dodano${entry === undefined ? spaced(shown(after)) : ` „${shorten(entry)}”`}`;
    case "removed":
      return `${what}: usunięto${entry === undefined ? spaced(shown(before)) : ` „${shorten(entry)}”`}`;
    case "changed":
      return `${what}: ${shown(before) ?? "(część strony)"} → ${shown(after) ?? "(część strony)"}`;
  }
}

const spaced = (words: string | undefined) => (words === undefined ? "" : ` ${words}`);

interface Place {
  name: ContentName;
  path: Path;
  form: FormField;
}

type Sides<Value> = readonly [before: Value, after: Value];

const within = (place: Place, key: string | number): Place => ({ ...place, path: [...place.path, key] });

function compare(trail: readonly string[], sides: Sides<unknown>, place: Place): ContentChange[] {
  const [before, after] = sides;
  if (isSame(before, after)) return [];
  const { name, path, form } = place;
  const widget = fieldAt(form, path)?.kind;
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(trail, [before, after], place);
  // A new group is reported field by field, a new file as one change.
  const old = path.length > 0 ? (before ?? {}) : before;
  if (isTree(old) && isTree(after) && widget !== "price") return compareGroups(trail, [old, after], place);
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const shown = isPersonOfConsent(path)
    ? { before: masked(before), after: masked(after) }
    : { before, after };
  return [{ name, path, trail, kind, ...shown, ...(widget && { widget }) }];
}

/** Changes are kept for a year, and whoever withdraws a consent wants no trace of the name. */
const isPersonOfConsent = (path: Path) => path.at(-2) === "consent" && path.at(-1) === "person";
const masked = (value: unknown) => (value === undefined ? undefined : "…");

function compareGroups(
  trail: readonly string[],
  [before, after]: Sides<Tree>,
  place: Place,
): ContentChange[] {
  const keys = Object.keys(fieldAt(place.form, place.path)?.fields ?? {});
  const all = [...new Set([...keys, ...Object.keys(before), ...Object.keys(after)])];
  return all.flatMap((key) => {
    const inner = within(place, key);
    const label = fieldAt(place.form, inner.path)?.label ?? key;
    return compare([...trail, label], [before[key], after[key]], inner);
  });
}

interface Entry {
  item: unknown;
  at: number;
}

function compareLists(
  trail: readonly string[],
  sides: Sides<readonly unknown[]>,
  place: Place,
): ContentChange[] {
  const [before, after] = sides;
  const { itemName, itemKey } = fieldAt(place.form, within(place, 0).path) ?? {};
  const old = byKey(before, itemKey);
  const now = byKey(after, itemKey);
  const missing = (from: Map<string, Entry>, than: Map<string, Entry>) =>
    [...than].filter(([key]) => !from.has(key)).map(([, found]) => found);
  const nameOf = ({ item, at }: Entry) => {
    const name = isTree(item) ? itemName && valueAt(item, itemName) : item;
    return typeof name === "string" || typeof name === "number" ? String(name) : `pozycja ${at + 1}`;
  };
  const change = (at: number | undefined, what: Omit<ContentChange, "name" | "path" | "trail">) => ({
    name: place.name,
    path: at === undefined ? place.path : [...place.path, at],
    trail,
    ...what,
  });

  // A text replaced at the same index is one change, not a removal and an addition.
  const [gone, added] = [missing(now, old), missing(old, now)];
  const isRewritten = ({ item, at }: Entry) =>
    !isTree(item) && [gone, added].every((side) => side.some((other) => other.at === at));
  const kept = [...now].filter(([key]) => old.has(key));
  const hadOrder = [...old.keys()].filter((key) => now.has(key));
  return [
    ...gone
      .filter(isRewritten)
      .map(({ item, at }) => change(at, { kind: "changed", before: item, after: after[at] })),
    ...gone
      .filter((one) => !isRewritten(one))
      .map((one) => change(one.at, { kind: "removed", entry: nameOf(one), before: one.item })),
    ...added
      .filter((one) => !isRewritten(one))
      .map((one) => change(one.at, { kind: "added", entry: nameOf(one), after: one.item })),
    ...kept.flatMap(([key, one]) => {
      // The entry's name already tells which list it is in.
      const above = itemName && trail.length > 1 ? trail.slice(0, -1) : trail;
      return compare([...above, nameOf(one)], [old.get(key)?.item, one.item], within(place, one.at));
    }),
    ...(isSame(
      hadOrder,
      kept.map(([key]) => key),
    )
      ? []
      : [change(undefined, { kind: "moved" })]),
  ];
}

/** Indexes list items by their identity: an entry's key field, a plain value itself, else the index. */
function byKey(items: readonly unknown[], itemKey: readonly string[] | undefined): Map<string, Entry> {
  return new Map(
    items.map((item, at) => {
      const ownKey = isTree(item) ? itemKey && valueAt(item, itemKey) : item;
      return [String(ownKey ?? at), { item, at }];
    }),
  );
}

/** A value as Polish text, not shortened; undefined for groups and lists, which have no short form. */
export function formatValue(value: unknown, widget?: FieldKind): string | undefined {
  if (widget === "price") return priceInWords(value);
  if (widget === "date" && typeof value === "string" && isDate(value))
    return formatDate(value).replaceAll("\u00a0", " ");
  if (value === undefined || isTree(value)) return undefined;
  return typeof value === "boolean" ? (value ? "tak" : "nie") : String(value);
}

/** A date that is still being typed may be incomplete. */
const isDate = (text: string) => /^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/.test(text);

function priceInWords(value: unknown): string | undefined {
  const parsed = price.safeParse(value);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  if (!("amount" in data)) return formatPrice(data);
  const later = formatLaterPrice(data);
  return `${formatPrice(data)} ${data.unit}${later ? `, ${later}` : ""}`.replaceAll("\u00a0", " ");
}

function quoted(value: unknown, widget: FieldKind | undefined): string | undefined {
  return typeof value === "string" && widget !== "date" ? `„${shorten(value)}”` : formatValue(value, widget);
}

const longest = 60;

export function shorten(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}

/** A path as labels for the owner, with the names of entries: "Oferta", "Trening personalny", "Cena". */
export function trailTo(name: ContentName, path: Path, root: unknown): string[] {
  const form = formOf(contentSchemas[name]);
  const steps = path.flatMap((key, depth) => {
    const place = path.slice(0, depth + 1);
    const { label = String(key), itemName } = fieldAt(form, place) ?? {};
    if (typeof key !== "number") return [label];
    const entry = valueAt(root, place);
    const own = isTree(entry) ? itemName && valueAt(entry, itemName) : undefined;
    return [typeof own === "string" ? own : `pozycja ${key + 1}`];
  });
  return [fileLabels[name], ...steps];
}
