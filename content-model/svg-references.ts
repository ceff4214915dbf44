import type { SaxesTagNS } from "saxes";

/** How often a drawing reuses its own parts. */
export interface Repetition {
  /** Number of `use` elements. */
  uses: number;
  /** The longest chain of references, counted up to one more than the limit. */
  depth: number;
}

/**
 * Tracks the references within a drawing while it is parsed. Each level of nested `use` can multiply the browser's work, so a
 * small file could freeze it. Gradients are only colours and do not count.
 */
export function createRepetitionCounter() {
  const openIds: (string | undefined)[] = [];
  const gradients = new Set<string>();
  /** The ids referenced within each id, and all referenced ids. */
  const within = new Map<string, Set<string>>();
  const everywhere = new Set<string>();
  let uses = 0;

  /** The length of a chain of references; a cycle never ends, so counting stops above `limit`. */
  function depthUpTo(limit: number): number {
    let depth = 0;
    let reached = shapesIn([...everywhere]);
    while (reached.size > 0 && depth <= limit) {
      depth++;
      reached = shapesIn([...reached].flatMap((id) => [...(within.get(id) ?? [])]));
    }
    return depth;
  }

  const shapesIn = (ids: readonly string[]) => new Set(ids.filter((id) => !gradients.has(id)));

  return {
    open({ local, attributes }: SaxesTagNS) {
      const all = Object.values(attributes);
      const id = all.find((attribute) => attribute.name === "id")?.value;
      openIds.push(id);
      if (local === "use") uses++;
      if (/^(?:linear|radial)Gradient$/.test(local)) {
        if (id !== undefined) gradients.add(id);
        return;
      }
      for (const target of all.flatMap(({ local: name, value }) => referencesIn(name, value))) {
        everywhere.add(target);
        for (const outer of openIds) {
          if (outer !== undefined) within.set(outer, (within.get(outer) ?? new Set()).add(target));
        }
      }
    },
    close() {
      openIds.pop();
    },
    count: (depthLimit: number): Repetition => ({ uses, depth: depthUpTo(depthLimit) }),
  };
}

function referencesIn(attribute: string, value: string): string[] {
  if (attribute === "href") return value.trim().startsWith("#") ? [value.trim().slice(1)] : [];
  return [...value.matchAll(/url\(\s*["']?\s*#([^"')\s]+)/g)].map(([, id = ""]) => id);
}
