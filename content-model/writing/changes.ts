import { isSame, isTree, type Path, type Tree, valueAt } from "../path.ts";
import type { Change, Step } from "./change.ts";

/** The maximum per request, because each change parses a file on the thread that also serves visitors. */
export const maxChanges = 50;

/** `root`: the content after a change. `found`: the current value if it is not the expected one. */
type Applied = { readonly root: unknown } | { readonly found: unknown };

/** Applies a change without mutating `root`; returns the same `root` if the change was already applied. */
export function applyChange(root: unknown, change: Change): Applied {
  if (change.do === "set") return applySet(root, change);
  if (change.do === "add") return applyAdd(root, change);
  const path = locate(root, change.at);
  const found = path && valueAt(root, path);
  if (path === undefined || found === undefined) return change.do === "remove" ? { root } : { found };
  const [list, at] = [path.slice(0, -1), Number(path.at(-1))];
  const items = valueAt(root, list);
  if (!Array.isArray(items)) return { found: items };
  const others = items.toSpliced(at, 1);
  if (change.do === "remove")
    return isSame(found, change.old) ? { root: withValue(root, list, others) } : { found };
  const to = insertionIndex(others, change.before);
  return to === at ? { root } : { root: withValue(root, list, others.toSpliced(to, 0, found)) };
}

function applySet(root: unknown, { at, old, value }: Change & { do: "set" }): Applied {
  const path = locate(root, at) ?? locate(root, renamed(at, value));
  if (path === undefined) return { found: undefined };
  const found = valueAt(root, path);
  if (isSame(found, value)) return { root };
  return isSame(found, old) ? { root: withValue(root, path, value) } : { found };
}

/** Returns the steps to a place after its value was set. They differ if that value identifies the item. */
export function renamed(at: readonly Step[], value: unknown): readonly Step[] {
  const last = at.findLastIndex((step) => typeof step === "object");
  const item = at[last];
  if (typeof item !== "object" || !isSame(item.at ?? [], at.slice(last + 1))) return at;
  return at.with(last, { ...item, is: value });
}

function applyAdd(root: unknown, change: Change & { do: "add" }): Applied {
  const { value, before, equalBefore = Infinity } = change;
  const list = locate(root, change.list);
  if (list === undefined) return { found: undefined };
  const items = valueAt(root, list) ?? [];
  if (!Array.isArray(items)) return { found: items };
  if (items.filter((item) => isSame(item, value)).length > equalBefore) return { root };
  return { root: withValue(root, list, items.toSpliced(insertionIndex(items, before), 0, value)) };
}

/** Falls back to the end of the list if the item to insert before no longer exists. */
function insertionIndex(items: readonly unknown[], before: Step | undefined): number {
  const at = typeof before === "number" ? before : findItem(items, before);
  return at === undefined ? items.length : Math.min(at, items.length);
}

/** Resolves steps to a path; undefined if an item does not exist or is not unique. */
export function locate(root: unknown, steps: readonly Step[]): Path | undefined {
  const path: (string | number)[] = [];
  for (const step of steps) {
    const key = typeof step === "object" ? findItem(valueAt(root, path), step) : step;
    if (key === undefined || key === "__proto__") return undefined;
    path.push(key);
  }
  return path;
}

function findItem(items: unknown, step: Step | undefined): number | undefined {
  if (!Array.isArray(items) || !isTree(step)) return undefined;
  const { at = [], is } = step as Step & object;
  const found = items.flatMap((item, index) => (isSame(valueAt(item, at), is) ? index : []));
  return found.length === 1 ? found[0] : undefined;
}

function withValue(root: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(root) ? [...root] : isTree(root) ? { ...root } : {}) as Tree;
  const next = withValue(copy[key], rest, value);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}
