import { useRef } from "react";

interface Known {
  readonly items: readonly unknown[];
  readonly ids: readonly number[];
}

/** Ids for list items, stable while items are added, removed, moved and edited. */
export function useItemIds(items: readonly unknown[]): readonly number[] {
  const known = useRef<Known>({ items: [], ids: [] });
  const next = useRef(0);
  if (known.current.items !== items) {
    known.current = { items, ids: identify(items, known.current, () => ++next.current) };
  }
  return known.current.ids;
}

/** Matches items by position and identity first, then by identity, then by position, which means an edited item. */
export function identify(items: readonly unknown[], before: Known, newId: () => number): number[] {
  const ids = new Map<number, number>();
  const free = new Set(before.items.keys());
  const take = (at: number, from: number) => {
    const id = before.ids[from];
    if (!free.delete(from) || id === undefined) return;
    ids.set(at, id);
  };
  const rest = () => [...items.keys()].filter((at) => !ids.has(at));
  for (const at of rest()) if (at in before.items && Object.is(before.items[at], items[at])) take(at, at);
  for (const at of rest()) {
    const from = [...free].find((other) => Object.is(before.items[other], items[at]));
    if (from !== undefined) take(at, from);
  }
  for (const at of rest()) take(at, at);
  return items.map((_, at) => ids.get(at) ?? newId());
}
