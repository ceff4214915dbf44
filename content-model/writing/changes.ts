import { isSame, isTree, type Path, type Tree, valueAt } from "../path.ts";

/** Finds a list item by value instead of index: the item's value at `at` (or the item itself) equals `is`. */
interface Item {
  readonly at?: Path;
  readonly is: unknown;
}

export type Step = string | number | Item;

/** One change of a file; `old` reveals whether the same place has changed in the meantime. */
export type Change =
  /** Sets a field or a list item. Without `old` the field is new, without `value` it is deleted. */
  | { readonly do: "set"; readonly at: readonly Step[]; readonly old?: unknown; readonly value?: unknown }
  /**
   * Adds a list item before another one or at the end. `alike` is how many equal items the list had; if it has more now, the
   * change was already applied.
   */
  | {
      readonly do: "add";
      readonly list: readonly Step[];
      readonly before?: Step;
      readonly value: unknown;
      readonly alike?: number;
    }
  | { readonly do: "remove"; readonly at: readonly Step[]; readonly old: unknown }
  /** Moves a list item before another one or to the end. */
  | { readonly do: "move"; readonly at: readonly Step[]; readonly before?: Step };

/** One step of a change, with its path resolved. */
export type Edit =
  | { readonly do: "replace"; readonly path: Path; readonly value: unknown }
  | { readonly do: "addKey"; readonly path: Path; readonly value: unknown }
  | { readonly do: "removeKey"; readonly path: Path }
  | { readonly do: "insert"; readonly list: Path; readonly at: number; readonly value: unknown }
  | { readonly do: "removeItem"; readonly list: Path; readonly at: number }
  | { readonly do: "move"; readonly list: Path; readonly from: number; readonly to: number };

/** The edits for a change (none if it was already applied), or the value found where another one was expected. */
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
      const to = insertionIndex(rest, change.before);
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

/** The steps to an item whose identifying value this change sets, for when it was already applied. */
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
    : { edits: [{ do: "insert" as const, list, at: insertionIndex(items, before), value }] };
}

/** If the item to insert before is gone, the end of the list. */
function insertionIndex(items: readonly unknown[], before: Step | undefined): number {
  const at = typeof before === "number" ? before : findItem(items, before);
  return at === undefined ? items.length : Math.min(at, items.length);
}

/** Resolves steps to a path; undefined if an item is gone or not unique. */
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

/** The smallest edits that set a place to a value: unchanged parts keep their text. */
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
  // Keys are added before others are removed, so the group is never empty.
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

/** Adds the key's group as well if that is missing. */
function addedKey(root: unknown, path: Path, value: unknown): Edit {
  const above = path.slice(0, -1);
  const key = path.at(-1) as string;
  const group = valueAt(root, above);
  if (above.length === 0 || isTree(group)) return { do: "addKey", path, value };
  return group === undefined
    ? addedKey(root, above, { [key]: value })
    : { do: "replace", path: above, value: { [key]: value } };
}

/** The value after an edit; untouched parts are shared with the original. */
export function applyToValue(root: unknown, edit: Edit): unknown {
  switch (edit.do) {
    case "replace":
    case "addKey":
      return updateAt(root, edit.path, () => withoutUndefined(edit.value));
    case "removeKey":
      return updateAt(root, edit.path.slice(0, -1), (group) => {
        const { [edit.path.at(-1) as string]: _removed, ...others } = group as Tree;
        return others;
      });
    case "insert":
      return updateList(root, edit.list, (list) => list.toSpliced(edit.at, 0, withoutUndefined(edit.value)));
    case "removeItem":
      return updateList(root, edit.list, (list) => list.toSpliced(edit.at, 1));
    case "move":
      return updateList(root, edit.list, (list) =>
        list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, list[edit.from]),
      );
  }
}

function updateAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Tree) }) as Tree;
  copy[key] = updateAt(copy[key], rest, change);
  return copy;
}

function updateList(root: unknown, list: Path, change: (items: readonly unknown[]) => unknown): unknown {
  return updateAt(root, list, (items) => change(items as unknown[]));
}

/** YAML has no undefined, so such fields are left out. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, withoutUndefined(inner)]],
    ),
  );
}
