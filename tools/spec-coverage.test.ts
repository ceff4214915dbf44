import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** How many lines each part of the behaviour contract has. */
const linesIn: Record<string, number> = {
  B1: 6,
  B2: 4,
  B3: 3,
  B4: 2,
  B5: 1,
  B6: 9,
  B7: 4,
  B8: 4,
  B9: 1,
  B10: 5,
  B11: 3,
};
// Configuration and health are tested by the server's own tests, which go by what they do and not by number.
const unnumbered = "B11";

interface Entry {
  readonly line: string;
  readonly code: readonly string[];
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The entries of docs/spec-coverage.md: a heading with the line's number, the files of its code, its tests. */
function readEntries(markdown: string): Entry[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((text) => ({
      line: /^B\d+\.\d+/.exec(text)?.[0] ?? text,
      code: [...(/^Code: (.*)$/m.exec(text)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
      tests: [...text.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, file = "", title = ""]) => ({
        file,
        title,
      })),
    }));
}

/** Whether a test of that title stands in the source text; "…" in the title is whatever a template fills in. */
function hasTest(source: string, title: string): boolean {
  const words = title.split("…").map(literally).join("[^\"'\\n]+");
  return new RegExp(`\\b(?:test|it)(?:\\.each\\([\\s\\S]*?\\))?\\(\\s*(["'\`])${words}\\1,`).test(source);
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const entries = readEntries(readFileSync("docs/spec-coverage.md", "utf8"));

test("every line of the contract has one entry", () => {
  const expected = Object.entries(linesIn).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, at) => `${part}.${at + 1}`),
  );
  expect(entries.map(({ line }) => line)).toEqual(expected);
});

describe.each(entries)("$line", ({ code, tests }) => {
  test("its code is where the entry says", () => {
    expect(code).not.toEqual([]);
    expect(code.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("its tests exist", () => {
    const missing = tests.filter(
      ({ file, title }) => !existsSync(file) || !hasTest(readFileSync(file, "utf8"), title),
    );
    expect(missing).toEqual([]);
  });
});

test("a test of every line begins with its number", () => {
  const without = entries
    .filter(({ line }) => !line.startsWith(`${unnumbered}.`))
    .filter(({ line, tests }) => !tests.some(({ title }) => title.startsWith(`${line} `)));
  expect(without).toEqual([]);
});

test("a test that does not exist is found out", () => {
  expect(hasTest('test("B1.1 the menu", () => {})', "B1.1 the menu")).toBe(true);
  expect(hasTest('test("B1.1 the menu and more", () => {})', "B1.1 the menu")).toBe(false);
  expect(hasTest("test(`B1.3 the page is whole`, () => {})", "B1.3 the … is whole")).toBe(true);
  expect(hasTest('test.each([["a"]])("B1.4 %s", () => {})', "B1.4 %s")).toBe(true);
  expect(hasTest('describe("B1.1 the menu", () => {})', "B1.1 the menu")).toBe(false);
});
