import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hasTest } from "./has-test.ts";

/** The parts of docs/behaviour.md whose tests go by what they do; those of the other parts begin with the number of a line. */
const unnumbered = ["B9.", "B11."];

/** The numbers of all lines of docs/behaviour.md: `B1.1` is the first item under the heading "B1". */
function readLines(markdown: string): string[] {
  return markdown
    .split(/^## (?=B\d+ )/m)
    .slice(1)
    .flatMap((part) => {
      const [name] = part.split(" ");
      return [...part.matchAll(/^(\d+)\. /gm)].map(([, number]) => `${name}.${number}`);
    });
}

interface Entry {
  readonly line: string;
  readonly code: readonly string[];
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  /** Why nothing needs the line yet. */
  readonly unused?: string | undefined;
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
      unused: /^Unused: (.+)$/m.exec(text)?.[1],
    }));
}

const entries = readEntries(readFileSync("docs/spec-coverage.md", "utf8"));

test("every line of the behaviour has one entry, and every entry its line", () => {
  const lines = readLines(readFileSync("docs/behaviour.md", "utf8"));
  expect(lines).toContain("B10.3");
  expect(entries.map(({ line }) => line)).toEqual(lines);
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

test("every line has a test, or says why nothing needs it", () => {
  const untested = entries.filter(({ tests, unused }) => tests.length === 0 && unused === undefined);
  expect(untested).toEqual([]);
});

test("a test of every line begins with its number", () => {
  const without = entries
    .filter(({ line, unused }) => !unused && !unnumbered.some((part) => line.startsWith(part)))
    .filter(({ line, tests }) => !tests.some(({ title }) => title.startsWith(`${line} `)));
  expect(without).toEqual([]);
});

test("lines are counted by part and number", () => {
  expect(
    readLines("# Behaviour\n\n## B1 Routes\n\n1. One\n   1.5 wide\n2. Two\n\n## B2 More\n\n1. One\n"),
  ).toEqual(["B1.1", "B1.2", "B2.1"]);
});

test("a test that does not exist is found out", () => {
  expect(hasTest('test("B1.1 the menu", () => {})', "B1.1 the menu")).toBe(true);
  expect(hasTest('test("B1.1 the menu and more", () => {})', "B1.1 the menu")).toBe(false);
  expect(hasTest("test(`B1.3 the page is whole`, () => {})", "B1.3 the … is whole")).toBe(true);
  expect(hasTest('test.each([["a"]])("B1.4 %s", () => {})', "B1.4 %s")).toBe(true);
  expect(hasTest('describe("B1.1 the menu", () => {})', "B1.1 the menu")).toBe(false);
});
