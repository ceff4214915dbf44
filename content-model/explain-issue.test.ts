import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { z } from "zod";
import { type ContentName, contentSchemas } from "./content.ts";
import { explainIssue } from "./load.ts";
import { smallestContent } from "./testing/content-folder.ts";

type Tree = Record<string | number, unknown>;

/** Every path within a value, outermost first. */
function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => placesOf((value as Tree)[key], [...path, key]))];
}

function withValueAt(value: unknown, [key, ...rest]: (string | number)[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Tree) }) as Tree;
  copy[key] = withValueAt(copy[key], rest, replacement);
  return copy;
}

describe("explainIssue", () => {
  const wrongValues = [undefined, null, true, -5, 1e9, "", "x".repeat(2000), [], [null], {}, { nonsense: 1 }];

  it.each(Object.keys(contentSchemas) as ContentName[])(
    "explains any wrong value in %s in a Polish sentence",
    (name) => {
      const schema: z.ZodType = contentSchemas[name];
      const right: unknown = parse(smallestContent[name]);
      let explained = 0;
      for (const path of placesOf(right)) {
        for (const wrong of wrongValues) {
          const parsed = schema.safeParse(withValueAt(right, path, wrong), { reportInput: true });
          for (const { problem } of parsed.error?.issues.flatMap((issue) => explainIssue(issue)) ?? []) {
            explained++;
            expect(problem).not.toMatch(
              /invalid|expected|received|too (?:big|small)|unrecognized|undefined|\[object|coś innego/i,
            );
            expect(problem).toMatch(/^[A-ZĄĆĘŁŃÓŚŹŻ„{].{8,}\.$/);
          }
        }
      }
      expect(explained).toBeGreaterThan(50);
    },
  );

  it("tells a number from a whole number, with a comma", () => {
    const rating = { value: 5.5, count: 12.5, source: "Mapy", date: "2026" };
    const { error } = contentSchemas.osiagniecia.shape.rating.safeParse(rating, { reportInput: true });
    expect(error?.issues.flatMap((issue) => explainIssue(issue)).map(({ problem }) => problem)).toEqual([
      "Liczba 5,5 jest za duża, najwyżej 5.",
      "Wpisz liczbę całkowitą.",
    ]);
  });
});
