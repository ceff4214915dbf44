import { describe, expect, it } from "vitest";
import { readYaml } from "./read-yaml.ts";

function read(text: string) {
  const read = readYaml(text);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return read;
}

describe("readYaml", () => {
  it("keeps dates and times as strings", () => {
    expect(read("date: 2026-03-15\nopens: 6:00\nphone: +48 600 100 200").value).toEqual({
      date: "2026-03-15",
      opens: "6:00",
      phone: "+48 600 100 200",
    });
  });

  it("finds the line of a value or of its nearest ancestor", () => {
    const { lineOf } = read("# words\na:\n  - b: 1\n  - b: 2\n    c: 3\nd: 4\n");
    expect(lineOf(["a", 1, "c"])).toBe(5);
    expect(lineOf(["a", 1, "missing", "deeper"])).toBe(4);
    expect(lineOf(["d"])).toBe(6);
    expect(lineOf(["missing"])).toBe(2);
  });

  it.each([
    ["the same key twice", "a: 1\na: 2", [2]],
    ["a tab", "a:\n\tb: 1", [2]],
    ["a wrong indent", "a:\n    b: 1\n  c: 2", [3]],
    ["a colon inside words", "a: Uwaga: ważne", [1]],
    ["an open quotation mark", 'a: "tekst\nb: 1', [2]],
    ["an open bracket", "a: [1, 2\nb: 1", [2]],
    ["a forgotten colon", "a 1\nb: 2", [1]],
    ["a backslash in quotation marks", 'a: "C:\\zdjecia"', [1]],
    ["a line of hyphens", "a: 1\n---\nb: 2", [2]],
    ["a percent sign first", "a: %b", [1]],
    ["several faults, each line once", "a:\n  b: 1\n\tc: 2\nd: e: f", [3, 4]],
    ["an alias", "a: &x 1\nb: *x", [2]],
    ["each alias", "a: *x\nb: 1\nc: *y", [1, 3]],
    ["an unquoted text that starts with an asterisk", "# words\na: *gwiazdka", [2]],
  ])("names the line of %s", (_case, text, lines) => {
    expect(readYaml(text)).toEqual(lines);
  });
});
