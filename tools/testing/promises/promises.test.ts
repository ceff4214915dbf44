import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { citationsIn, linesOf, readCitations, readPromises } from "./promises.ts";

const promises = readPromises().map(({ id }) => id);
const citations = readCitations();

test("every promise is shown by a test or a measurement", () => {
  const unused = [...readFileSync("docs/spec-coverage.md", "utf8").matchAll(/^- (B\d+\.\d+):/gm)].map(
    ([, id]) => id,
  );
  const shown = citations.filter(({ file, title }) => title !== undefined || file.startsWith("bench/"));
  expect(promises).toEqual(expect.arrayContaining(["B10.3", "P3.4", "T7"]));
  expect(promises.filter((id) => !unused.includes(id) && !shown.some((one) => one.id === id))).toEqual([]);
});

test("every id that a title or a comment names is that of a promise", () => {
  const parts = promises.map((id) => id.split(".")[0]);
  expect(citations.filter(({ id }) => !promises.includes(id) && !parts.includes(id))).toEqual([]);
});

test("lines are counted by part and number", () => {
  const lines = linesOf(
    "# Panel\n\n## P1 One\n\n1. One\n   1.5 wide\n2. Two\n\n## Timed\n\n1. Three\n\n## P2 More\n\n1. One\n",
  );
  expect(lines.map(({ id, text }) => `${id} ${text}`)).toEqual(["P1.1 One 1.5 wide", "P1.2 Two", "P2.1 One"]);
});

test("a title may name several promises, a comment does so in brackets", () => {
  expect(citationsIn('test("B1.1 T3 the menu", () => {})', "app/menu.test.ts")).toEqual([
    { id: "B1.1", file: "app/menu.test.ts", title: "the menu" },
    { id: "T3", file: "app/menu.test.ts", title: "the menu" },
  ]);
  expect(citationsIn('test.each(rows)("B1.4 %s", () => {})', "e2e/a.spec.ts")).toHaveLength(1);
  expect(citationsIn('test("the menu of B1.1", () => {})', "e2e/a.spec.ts")).toEqual([]);
  expect(citationsIn("/** The menu (B1.1, T3). */", "app/menu.ts").map(({ id }) => id)).toEqual([
    "B1.1",
    "T3",
  ]);
});
