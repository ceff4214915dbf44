import { isSame, isTree, type Path, type Tree, valueAt } from "../path.ts";

/** Finds a list item by value instead of index: the item's value at `at` (or the item itself) equals `is`. */
interface Item {
  readonly at?: Path;
  readonly is: unknown;
}

export type Step = string | number | Item;

/** One change of a file; `old` reveals whether the same place has changed in the meantime (P4.6). */
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

/** How many changes one request may carry: each parses files on the thread that also serves visitors. */
export const maxChanges = 50;

/** A change with its path resolved. */
export type Edit =
  /** Without `value` the field is deleted. Missing groups above it are made. */
  | { readonly do: "set"; readonly path: Path; readonly value?: unknown }
  | { readonly do: "insert"; readonly list: Path; readonly at: number; readonly value: unknown }
  | { readonly do: "remove"; readonly list: Path; readonly at: number }
  | { readonly do: "move"; readonly list: Path; readonly from: number; readonly to: number };

/** The edit for a change (none if it was already applied), or the value found where another one was expected. */
export function planChange(root: unknown, change: Change): { edit?: Edit } | { found: unknown } {
  switch (change.do) {
    case "set":
      return planSet(root, change);
    case "add":
      return planAdd(root, change);
    case "remove": {
      const path = locate(root, change.at);
      if (path === undefined || valueAt(root, path) === undefined) return {};
      if (!isSame(valueAt(root, path), change.old)) return { found: valueAt(root, path) };
      return { edit: { do: "remove", list: path.slice(0, -1), at: Number(path.at(-1)) } };
    }
    case "move": {
      const path = locate(root, change.at);
      if (path === undefined || valueAt(root, path) === undefined) return { found: undefined };
      const [list, from] = [path.slice(0, -1), Number(path.at(-1))];
      const items = valueAt(root, list);
      if (!Array.isArray(items)) return { found: items };
      const to = insertionIndex(items.toSpliced(from, 1), change.before);
      return from === to ? {} : { edit: { do: "move", list, from, to } };
    }
  }
}

function planSet(root: unknown, { at, old, value }: Change & { do: "set" }) {
  const path = locate(root, at) ?? locate(root, renamed(at, value));
  if (path === undefined) return { found: undefined };
  const found = valueAt(root, path);
  if (isSame(found, value)) return {};
  return isSame(found, old) ? { edit: { do: "set" as const, path, value } } : { found };
}

/** The steps to a place after a change has set it to a value, which may be the one that identifies an item. */
export function renamed(at: readonly Step[], value: unknown): readonly Step[] {
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
  if (items.filter((item) => isSame(item, value)).length > alike) return {};
  return { edit: { do: "insert" as const, list, at: insertionIndex(items, before), value } };
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

/** The value after an edit; untouched parts are shared with the original. */
export function applyEdit(root: unknown, edit: Edit): unknown {
  if (edit.do === "set") return updateAt(root, edit.path, () => edit.value);
  return updateAt(root, edit.list, (list) => spliced((list as readonly unknown[] | undefined) ?? [], edit));
}

function spliced(items: readonly unknown[], edit: Exclude<Edit, { do: "set" }>): unknown[] {
  if (edit.do === "insert") return items.toSpliced(edit.at, 0, edit.value);
  if (edit.do === "remove") return items.toSpliced(edit.at, 1);
  return items.toSpliced(edit.from, 1).toSpliced(edit.to, 0, items[edit.from]);
}

function updateAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : isTree(value) ? { ...value } : {}) as Tree;
  const next = updateAt(copy[key], rest, change);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}
