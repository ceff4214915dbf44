import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasTest } from "./has-test.ts";

const promises = readFileSync("docs/panel.md", "utf8");
const threats = readFileSync("docs/threat-model.md", "utf8");

type Named = { file: string; title: string };

/** The lines of docs/panel.md, such as `P2.3`, with the files that they name and the tests that they name by title. */
const lines = promises
  .split(/^## (?=P\d+ )/m)
  .slice(1)
  .flatMap((part) => {
    const [name] = part.split(" ");
    return part
      .split(/^(?=\d+\. )/m)
      .slice(1)
      .map((text) => ({
        line: `${name}.${Number.parseInt(text, 10)}`,
        files: [...text.matchAll(/`([\w./-]+\.(?:ts|json))`/g)].map(([, file = ""]) => file),
        tests: [...text.matchAll(/^ +- `([^`]+)`: (.+)$/gm)].map(([, file = "", title = ""]) => ({
          file,
          title,
        })),
      }));
  });

/** Scenarios of the fault tests and figures of the bench, which have names but are not tests. */
function isThere({ file, title }: Named): boolean {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, "utf8");
  return /^(?:e2e\/faults|bench)\//.test(file)
    ? source.includes(`"${title}`) || source.includes(`\`${title}`)
    : hasTest(source, title);
}

test("every promise of the panel names what shows that it is kept", () => {
  expect(lines.map(({ line }) => line)).toContain("P3.4");
  expect(lines.filter(({ files }) => files.length === 0).map(({ line }) => line)).toEqual([]);
  expect(lines.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
});

test("what the promises name is there", () => {
  const named = lines.flatMap(({ tests }) => tests);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

test("every threat names a test that is there", () => {
  const rows = [...threats.matchAll(/^\| (?![-]|attacker +\| goal)(.+) \|$/gm)].map(
    ([, row = ""]) => row.split(" | ").at(-1) ?? "",
  );
  expect(rows.length).toBeGreaterThan(12);
  const tests = rows.map((cell) => {
    let file = "panel/server/panel.test.ts";
    const named: Named[] = [];
    for (const [, path, title] of cell.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      if (path) file = path;
      if (title) named.push({ file, title });
    }
    return named;
  });
  expect(rows.filter((_, index) => tests[index]?.length === 0)).toEqual([]);
  expect(tests.flat().filter((one) => !isThere(one))).toEqual([]);
});
