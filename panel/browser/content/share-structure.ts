import { isSame, isTree, type Tree } from "../../../content-model/path.ts";

/** Returns the next value, reusing equal parts of the one before, so that memoized fields do not render again. */
export function shareStructure(before: unknown, next: unknown): unknown {
  if (Object.is(before, next) || isSame(before, next)) return before;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  if (Array.isArray(next)) {
    const items = before as unknown as readonly unknown[];
    const same = (item: unknown, at: number) =>
      isSame(items[at], item) ? items[at] : items.find((known) => isSame(known, item));
    return next.map((item, at) => same(item, at) ?? shareStructure(items[at], item));
  }
  const entries = Object.entries(next).map(([key, inner]) => [
    key,
    shareStructure((before as Tree)[key], inner),
  ]);
  return Object.fromEntries(entries);
}
