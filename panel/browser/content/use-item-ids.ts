import { useRef } from "react";

interface Known {
  readonly items: readonly unknown[];
  readonly ids: readonly number[];
}

let last = 0;

/** Ids for list items, stable while items are added, removed, moved and edited. */
export function useItemIds(items: readonly unknown[]): readonly number[] {
  const known = useRef<Known>({ items: [], ids: [] });
  if (known.current.items !== items) {
    known.current = { items, ids: identify(items, known.current, () => ++last) };
  }
  return known.current.ids;
}

/** Matches items by position and identity first, then by identity, then by position, which means an edited item. */
export function identify(items: readonly unknown[], before: Known, newId: () => number): number[] {
  const ids = new Map<number, number | undefined>();
  const free = new Set(before.items.keys());
  const isSame = (at: number, from: number) => Object.is(before.items[from], items[at]);
  const matches: readonly ((at: number) => number | undefined)[] = [
    (at) => (free.has(at) && isSame(at, at) ? at : undefined),
    (at) => [...free].find((from) => isSame(at, from)),
    (at) => (free.has(at) ? at : undefined),
  ];
  for (const match of matches)
    for (const at of items.keys()) {
      const from = ids.has(at) ? undefined : match(at);
      if (from !== undefined && free.delete(from)) ids.set(at, before.ids[from]);
    }
  return items.map((_, at) => ids.get(at) ?? newId());
}
