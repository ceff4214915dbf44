import { parsePath, valueAt } from "../../../content-model/path.ts";
import { type Change, locate } from "../../../content-model/writing/changes.ts";
import type { Conflict, FileSave, PlacedChange } from "./unsaved.ts";

/** A change that the server did not make; `at` is its index in the save. */
export interface Unmade {
  readonly at: number;
  readonly reason: Conflict["reason"];
  readonly found?: unknown;
}

interface Answer {
  readonly value?: unknown;
  readonly unmade: readonly Unmade[];
}

/** The conflicts that the owner has to decide after a save, each at its current place. */
export function conflictsOf(save: FileSave, { value, unmade }: Answer, before: unknown): Conflict[] {
  return unmade.flatMap(({ at, reason, found }) => {
    const placed = save.changes[at];
    // Moving an item that was removed loses nothing.
    if (placed === undefined || (placed.change.do === "move" && reason === "conflict")) return [];
    const id = `${save.id}-${at}`;
    const conflict = { id, name: save.name, reason, found };
    return { ...conflict, ...(reason === "conflict" ? relocated(placed, value, before) : placed) };
  });
}

/** Finds the place of a change in the current value. */
function relocated(placed: PlacedChange, value: unknown, before: unknown): Partial<Conflict> & PlacedChange {
  const { change } = placed;
  const path = locate(value, change.do === "add" ? change.list : change.at);
  if (path !== undefined) return { ...placed, place: path.join(".") };
  return rewritten(placed, value, before) ?? { ...placed, isGone: true };
}

/** Texts of a list are identified by their words, so a text that was rewritten elsewhere is found by its position. */
function rewritten({ place, change }: PlacedChange, value: unknown, before: unknown) {
  const path = parsePath(place);
  const list = path.slice(0, -1);
  const [items, known] = [valueAt(value, list), valueAt(before, list)];
  if (change.do !== "set" || !Array.isArray(items) || !Array.isArray(known)) return undefined;
  const found = valueAt(value, path);
  if (items.length !== known.length || typeof found !== "string" || known.includes(found)) return undefined;
  const at: Change = { ...change, at: [...change.at.slice(0, -1), path.at(-1) as number] };
  return { place, change: at, found };
}
