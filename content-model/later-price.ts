import { isTree, type Tree } from "./path.ts";

/** Whether a later price applies on a day such as `2027-01-31`. One whose day is still being typed does not (P4.6). */
export const isDue = (later: unknown, day: string): later is Tree =>
  isTree(later) && later.from !== "" && String(later.from) <= day;

/** A price as it is on a day: a later amount that applies has replaced the one before. */
export function priceOn(price: Tree, day: string): Tree {
  const { later, ...before } = price;
  return isDue(later, day) ? { ...before, amount: later.amount } : price;
}
