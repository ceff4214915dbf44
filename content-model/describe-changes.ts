import type { z } from "zod";
import { type ContentName, contentNames, contentSchemas } from "./content.ts";
import { createFieldGuide, type Field } from "./field-guide.ts";
import { formatLaterPrice, formatPrice } from "./format-price.ts";
import { isSame, isTree, type Path, type Tree, valueAt } from "./path.ts";
import { price } from "./schema/price.ts";

/** The names of the files for the owner. */
const fileLabels: Readonly<Record<ContentName, string>> = {
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

/** What differs between two contents as they are written, a line each: "Oferta › Trening personalny › Cena: 150 zł → 160 zł". */
export function describeChanges(before: RawValues, after: RawValues): string[] {
  return contentNames.flatMap((name) => {
    if (isSame(before[name], after[name])) return [];
    const schema: z.ZodType = contentSchemas[name];
    const file = { path: [], fieldAt: createFieldGuide(schema) };
    return compare([fileLabels[name]], [before[name], after[name]], file);
  });
}

interface Place {
  path: Path;
  fieldAt: (path: Path) => Field;
}

type Sides<Value> = readonly [before: Value, after: Value];

const within = (place: Place, key: string | number): Place => ({ ...place, path: [...place.path, key] });

function compare(trail: readonly string[], sides: Sides<unknown>, place: Place): string[] {
  const [before, after] = sides;
  if (isSame(before, after)) return [];
  const { widget } = place.fieldAt(place.path);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(trail, [before, after], place);
  if (isTree(before) && isTree(after) && widget !== "price") {
    return compareGroups(trail, [before, after], place);
  }
  const what = trail.join(" › ");
  if (before === undefined) return [`${what}: dodano${shown(after, widget)}`];
  if (after === undefined) return [`${what}: usunięto${shown(before, widget)}`];
  const [old, now] = sides.map((value) => shown(value, widget) || " (część strony)");
  return [`${what}:${old} →${now}`];
}

function compareGroups(trail: readonly string[], [before, after]: Sides<Tree>, place: Place): string[] {
  const { keys } = place.fieldAt(place.path);
  const all = [...new Set([...keys, ...Object.keys(before), ...Object.keys(after)])];
  return all.flatMap((key) => {
    const inner = within(place, key);
    const label = place.fieldAt(inner.path).label ?? key;
    return compare([...trail, label], [before[key], after[key]], inner);
  });
}

interface Entry {
  item: unknown;
  at: number;
}

function compareLists(trail: readonly string[], sides: Sides<readonly unknown[]>, place: Place): string[] {
  const entry = within(place, 0);
  const { itemName, itemKey } = place.fieldAt(entry.path);
  const [old, now] = sides.map((items) => byKey(items, itemKey)) as [Map<string, Entry>, Map<string, Entry>];
  const missing = (from: Map<string, Entry>, than: Map<string, Entry>) =>
    [...than].filter(([key]) => !from.has(key)).map(([, found]) => found);
  const nameOf = ({ item, at }: Entry) => {
    const name = isTree(item) ? itemName && valueAt(item, itemName) : item;
    return typeof name === "string" || typeof name === "number" ? shorten(String(name)) : `pozycja ${at + 1}`;
  };

  // A text that was written anew in its place is one change, not two.
  const [gone, added] = [missing(now, old), missing(old, now)];
  const isRewritten = ({ item, at }: Entry) =>
    !isTree(item) && [gone, added].every((side) => side.some((other) => other.at === at));
  const what = trail.join(" › ");
  const kept = [...now].filter(([key]) => old.has(key));
  const hadOrder = [...old.keys()].filter((key) => now.has(key));
  const hasOrder = kept.map(([key]) => key);
  return [
    ...gone.filter(isRewritten).map(({ item, at }) => `${what}: ${quoted(item)} → ${quoted(sides[1][at])}`),
    ...gone.filter((one) => !isRewritten(one)).map((one) => `${what}: usunięto „${nameOf(one)}”`),
    ...added.filter((one) => !isRewritten(one)).map((one) => `${what}: dodano „${nameOf(one)}”`),
    ...kept.flatMap(([key, one]) => {
      // The name of an entry says which list it is in.
      const above = itemName && trail.length > 1 ? trail.slice(0, -1) : trail;
      return compare([...above, nameOf(one)], [old.get(key)?.item, one.item], entry);
    }),
    ...(isSame(hadOrder, hasOrder) ? [] : [`${what}: zmieniona kolejność`]),
  ];
}

/** Entries go by their key, texts by their words, what has neither by its place. */
function byKey(items: readonly unknown[], itemKey: readonly string[] | undefined): Map<string, Entry> {
  return new Map(
    items.map((item, at) => {
      const ownKey = isTree(item) ? itemKey && valueAt(item, itemKey) : item;
      return [String(ownKey ?? at), { item, at }];
    }),
  );
}

/** A value with a space before it; nothing for a whole part, which its name tells. */
function shown(value: unknown, widget: Field["widget"]): string {
  if (widget === "price") return shownPrice(value);
  return value === undefined || isTree(value) ? "" : ` ${quoted(value)}`;
}

function shownPrice(value: unknown): string {
  const parsed = price.safeParse(value);
  if (!parsed.success) return "";
  const { data } = parsed;
  if (!("amount" in data)) return ` ${formatPrice(data)}`;
  const later = formatLaterPrice(data);
  return ` ${formatPrice(data)} ${data.unit}${later ? `, ${later}` : ""}`.replaceAll("\u00a0", " ");
}

function quoted(value: unknown): string {
  if (typeof value === "boolean") return value ? "tak" : "nie";
  return typeof value === "string" ? `„${shorten(value)}”` : String(value);
}

const longest = 60;

export function shorten(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}
