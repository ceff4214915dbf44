import * as z from "zod/mini";

export const path = z.readonly(z.array(z.union([z.string(), z.number()])));

/** A key, an index, or a search for the item whose value at `at` (without `at`: the item itself) equals `is`. */
const step = z.union([z.string(), z.number(), z.object({ at: z.optional(path), is: z.unknown() })]);
const steps = z.readonly(z.array(step));

/** One change of a file. If the current value is not `old`, the place has changed in the meantime (P4.6). */
export const change = z.discriminatedUnion("do", [
  /** Sets a field or a list item. Without `old` the field is new, without `value` it is deleted. Missing parents are created. */
  z.object({ do: z.literal("set"), at: steps, old: z.optional(z.unknown()), value: z.optional(z.unknown()) }),
  /**
   * Adds a list item before another one or at the end. `equalBefore` is the previous number of equal items; if there are more now,
   * the change was already applied.
   */
  z.object({
    do: z.literal("add"),
    list: steps,
    before: z.optional(step),
    value: z.unknown(),
    equalBefore: z.optional(z.number()),
  }),
  z.object({ do: z.literal("remove"), at: steps, old: z.unknown() }),
  /** Moves a list item before another one or to the end. */
  z.object({ do: z.literal("move"), at: steps, before: z.optional(step) }),
]);

export type Step = z.output<typeof step>;
export type Change = z.output<typeof change>;
