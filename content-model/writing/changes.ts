import { isSame, isTree, type Path, type Tree, valueAt } from "../path.ts";

/** A list item named by what it is, so that others may move: its value at `at` (without `at`, the item itself) is `is`. */
interface Item {
  readonly at?: Path;
  readonly is: unknown;
}

export type Step = string | number | Item;

/** One change of a file; what it replaces (`old`) shows whether somebody else has changed the same place. */
export type Change =
  /** Sets a field or a list item; `old` is undefined for a field that is new, `value` for one that goes. */
  | { readonly do: "set"; readonly at: readonly Step[]; readonly old?: unknown; readonly value?: unknown }
  /**
   * Adds a list item, at the end without `before`. `alike` is how many equal ones were there: with more of them it has been
   * made already.
   */
  | {
      readonly do: "add";
      readonly list: readonly Step[];
      readonly before?: Step;
      readonly value: unknown;
      readonly alike?: number;
    }
  | { readonly do: "remove"; readonly at: readonly Step[]; readonly old: unknown }
  /** Moves a list item before another one, to the end without `before`. */
  | { readonly do: "move"; readonly at: readonly Step[]; readonly before?: Step };

/** A change as edits of the text, each of one place and with all places known. */
export type Edit =
  | { readonly do: "replace"; readonly path: Path; readonly value: unknown }
  | { readonly do: "addKey"; readonly path: Path; readonly value: unknown }
  | { readonly do: "removeKey"; readonly path: Path }
  | { readonly do: "insert"; readonly list: Path; readonly at: number; readonly value: unknown }
  | { readonly do: "removeItem"; readonly list: Path; readonly at: number }
  | { readonly do: "move"; readonly list: Path; readonly from: number; readonly to: number };

/** The edits that make a change, none for one that has been made already; or what stands where it expected something else. */
export function planChange(root: unknown, change: Change): { edits: Edit[] } | { found: unknown } {
  switch (change.do) {
    case "set":
      return planSet(root, change);
    case "add":
      return planAdd(root, change);
    case "remove": {
      const path = locate(root, change.at);
      if (path === undefined || valueAt(root, path) === undefined) return { edits: [] };
      if (!isSame(valueAt(root, path), change.old)) return { found: valueAt(root, path) };
      return { edits: [{ do: "removeItem", list: path.slice(0, -1), at: Number(path.at(-1)) }] };
    }
    case "move": {
      const path = locate(root, change.at);
      if (path === undefined || valueAt(root, path) === undefined) return { found: undefined };
      const [list, from] = [path.slice(0, -1), Number(path.at(-1))];
      const rest = (valueAt(root, list) as unknown[]).toSpliced(from, 1);
      const to = placeIn(rest, change.before);
      return { edits: from === to ? [] : [{ do: "move", list, from, to }] };
    }
  }
}

function planSet(root: unknown, { at, old, value }: Change & { do: "set" }) {
  const path = locate(root, at) ?? locate(root, renamed(at, value));
  if (path === undefined) return { found: undefined };
  const found = valueAt(root, path);
  if (isSame(found, value)) return { edits: [] };
  return isSame(found, old) ? { edits: editsToSet(root, path, value) } : { found };
}

/** Where an item is after a change has set the very value it was found by. */
function renamed(at: readonly Step[], value: unknown): readonly Step[] {
  const last = at.findLastIndex((step) => typeof step === "object");
  const item = at[last];
  if (typeof item !== "object" || !isSame(item.at ?? [], at.slice(last + 1))) return at;
  return at.with(last, { ...item, is: value });
}

function planAdd(root: unknown, { list: at, before, value, alike = Infinity }: Change & { do: "add" }) {
  const list = locate(root, at);
  if (list === undefined) return { found: undefined };
  const items = valueAt(root, list) ?? [];
  if (!Array.isArray(items)) return { found: items };
  if (items.filter((item) => isSame(item, value)).length > alike) return { edits: [] };
  return items.length === 0
    ? { edits: editsToSet(root, list, [value]) }
    : { edits: [{ do: "insert" as const, list, at: placeIn(items, before), value }] };
}

/** Before an item that is gone means at the end, so that there is always a place. */
function placeIn(items: readonly unknown[], before: Step | undefined): number {
  const at = typeof before === "number" ? before : findItem(items, before);
  return at === undefined ? items.length : Math.min(at, items.length);
}

/** The path that steps lead to; undefined when an item is gone or cannot be told from another one. */
export function locate(root: unknown, steps: readonly Step[]): Path | undefined {
  const path: (string | number)[] = [];
  for (const step of steps) {
    const key = typeof step === "object" ? findItem(valueAt(root, path), step) : step;
    if (key === undefined) return undefined;
    path.push(key);
  }
  return path;
}

function findItem(items: unknown, step: Step | undefined): number | undefined {
  if (!Array.isArray(items) || !isTree(step)) return undefined;
  const { at = [], is } = step as Item;
  const found = items.flatMap((item, index) => (isSame(valueAt(item, at), is) ? index : []));
  return found.length === 1 ? found[0] : undefined;
}

/** As few edits as make the place the value, so that what is the same within it stays as it is written. */
function editsToSet(root: unknown, path: Path, value: unknown): Edit[] {
  const found = valueAt(root, path);
  if (isSame(found, value)) return [];
  if (value === undefined) return [{ do: "removeKey", path }];
  if (found === undefined) return [addedKey(root, path, value)];
  if (isTree(found) && isTree(value) && Array.isArray(found) === Array.isArray(value)) {
    const isEmpty = Object.keys(found).length === 0 || Object.keys(value).length === 0;
    if (!isEmpty)
      return Array.isArray(found)
        ? editsOfList(root, path, found, value)
        : editsOfGroup(root, path, found, value);
  }
  return [{ do: "replace", path, value }];
}

function editsOfGroup(root: unknown, path: Path, found: Tree, value: Tree): Edit[] {
  const keys = [...new Set([...Object.keys(value), ...Object.keys(found)])];
  // New keys come first: a group must not become empty on the way.
  return keys
    .flatMap((key) => editsToSet(root, [...path, key], value[key]))
    .sort((a, b) => Number(a.do === "removeKey") - Number(b.do === "removeKey"));
}

function editsOfList(root: unknown, path: Path, found: readonly unknown[], value: Tree): Edit[] {
  const items = value as unknown as readonly unknown[];
  const edits = items.flatMap((item, at): Edit[] =>
    at < found.length
      ? editsToSet(root, [...path, at], item)
      : [{ do: "insert", list: path, at, value: item }],
  );
  const surplus = found
    .slice(items.length)
    .map((_, at): Edit => ({ do: "removeItem", list: path, at: items.length + at }));
  return [...edits, ...surplus.toReversed()];
}

/** A key whose group is missing, too, comes with the group. */
function addedKey(root: unknown, path: Path, value: unknown): Edit {
  const above = path.slice(0, -1);
  const key = path.at(-1) as string;
  const group = valueAt(root, above);
  if (above.length === 0 || isTree(group)) return { do: "addKey", path, value };
  return group === undefined
    ? addedKey(root, above, { [key]: value })
    : { do: "replace", path: above, value: { [key]: value } };
}

/** The value after an edit; parts that it does not touch are the same objects as before. */
export function edited(root: unknown, edit: Edit): unknown {
  switch (edit.do) {
    case "replace":
    case "addKey":
      return changedAt(root, edit.path, () => withoutGaps(edit.value));
    case "removeKey":
      return changedAt(root, edit.path.slice(0, -1), (group) => {
        const { [edit.path.at(-1) as string]: _removed, ...others } = group as Tree;
        return others;
      });
    case "insert":
      return changedList(root, edit.list, (list) => list.toSpliced(edit.at, 0, withoutGaps(edit.value)));
    case "removeItem":
      return changedList(root, edit.list, (list) => list.toSpliced(edit.at, 1));
    case "move":
      return changedList(root, edit.list, (list) =>
        list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, list[edit.from]),
      );
  }
}

function changedAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Tree) }) as Tree;
  copy[key] = changedAt(copy[key], rest, change);
  return copy;
}

function changedList(root: unknown, list: Path, change: (items: readonly unknown[]) => unknown): unknown {
  return changedAt(root, list, (items) => change(items as unknown[]));
}

/** YAML has no undefined: such fields are not written. */
function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, withoutGaps(inner)]])),
  );
}
