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
    ["the same key twice", "a: 1\na: 2", 2, "to samo pole jest wpisane dwa razy"],
    ["a tab", "a:\n\tb: 1", 2, "wcięcie jest zrobione tabulatorem"],
    [
      "a wrong indent",
      "a:\n    b: 1\n  c: 2",
      3,
      "linia ma złe wcięcie albo wyżej nie ma zamknięcia nawiasu",
    ],
    ["a colon inside words", "a: Uwaga: ważne", 1, "w jednej linii są dwa pola albo wcięcie jest złe"],
    [
      "an open quotation mark",
      'a: "tekst\nb: 1',
      2,
      "brakuje znaku: dwukropka, przecinka, nawiasu albo cudzysłowu",
    ],
    ["an open bracket", "a: [1, 2\nb: 1", 2, "linia ma złe wcięcie albo wyżej nie ma zamknięcia nawiasu"],
    ["a forgotten colon", "a 1\nb: 2", 1, "po nazwie pola brakuje dwukropka albo wcięcie jest złe"],
    [
      "a backslash in quotation marks",
      'a: "C:\\zdjecia"',
      1,
      "po znaku \\ w cudzysłowie jest coś, czego nie da się odczytać",
    ],
    [
      "a line of hyphens",
      "a: 1\n---\nb: 2",
      2,
      "w pliku jest linia z samymi kreskami (---), która dzieli go na dwa dokumenty",
    ],
    ["a percent sign first", "a: %b", 1, "tekst zaczyna się od znaku, który ma w YAML inne znaczenie"],
  ])("explains %s", (_case, text, line, problem) => {
    expect(readYaml(text)).toMatchObject([{ line, problem }]);
  });

  it("reports one problem per line, for every faulty line", () => {
    expect(readYaml("a:\n  b: 1\n\tc: 2\nd: e: f")).toMatchObject([
      { line: 3, problem: "wcięcie jest zrobione tabulatorem" },
      { line: 4 },
    ]);
  });

  it("rejects aliases, which result from unquoted text that starts with an asterisk", () => {
    for (const text of ["a: &x 1\nb: *x", "# words\na: *gwiazdka"]) {
      expect(readYaml(text)).toMatchObject([{ line: 2, hint: expect.stringContaining("w cudzysłów") }]);
    }
  });
});
