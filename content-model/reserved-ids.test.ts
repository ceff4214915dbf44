import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reservedIds } from "./cross-checks.ts";
import { galeria } from "./schema/galeria.ts";

/** The literal ids in the components' sources. */
function idsIn(...files: string[]): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bid="([^"{}$]+)"/g)].map(([, id = ""]) => id),
  );
}

const sourcesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => join(folder, name));

it.each(["oferta", "galeria"] as const)("every fixed id of %s is known", (page) => {
  const onPage = idsIn(
    "app/document.tsx",
    ...sourcesIn("app/shell"),
    ...sourcesIn("app/ui"),
    "app/pages/page-frame.tsx",
    `app/pages/${page}.tsx`,
    ...(page === "oferta" ? sourcesIn("app/pages/oferta") : []),
  );
  expect(onPage).toContain("tresc");
  expect([...new Set(onPage)].filter((id) => !reservedIds[page].includes(id))).toEqual([]);
});

it("the gallery has a filter for the maximum number of categories", () => {
  const filters = [...readFileSync("app/pages/galeria.css", "utf8").matchAll(/\.filter-(\d+):target/g)];
  const known = Math.max(...filters.map(([, number]) => Number(number)));
  const categories = Array.from({ length: known + 1 }, (_, at) => ({ id: `k${at}`, name: "K" }));
  const issues = (count: number) =>
    galeria.shape.categories.safeParse(categories.slice(0, count)).error?.issues ?? [];
  expect(issues(known)).toEqual([]);
  expect(issues(known + 1)).toMatchObject([{ code: "too_big" }]);
});
