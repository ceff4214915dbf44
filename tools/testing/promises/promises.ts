import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Reads the lines of docs/behaviour.md (`B3.2`), docs/panel.md (`P4.6`), docs/client.md (`C1.2`), and the threats (`T7`). */
export function readPromises() {
  return [
    ...linesOf(readFileSync("docs/behaviour.md", "utf8")),
    ...linesOf(readFileSync("docs/panel.md", "utf8")),
    ...linesOf(readFileSync("docs/client.md", "utf8")),
    ...threatsOf(readFileSync("docs/threat-model.md", "utf8")),
  ];
}

/** Numbers list items: `B1.1` is the first item under the heading "B1". */
export function linesOf(markdown: string) {
  return markdown.split(/^## (?=[BCP]\d+ )/m).flatMap((part) => {
    const name = /^[BCP]\d+(?= )/.exec(part)?.[0];
    if (!name) return [];
    const [list = ""] = part.split(/^## /m);
    return [...list.matchAll(/^(\d+)\. (.+(?:\n {3}.+)*)/gm)].map(([, number, text = ""]) => ({
      id: `${name}.${number}`,
      text: text.replace(/\n +/g, " "),
    }));
  });
}

function threatsOf(markdown: string) {
  return [...markdown.matchAll(/^- \*\*(T\d+) (.+)\*\*/gm)].map(([, id = "", text = ""]) => ({ id, text }));
}

/** Finds every place in the working tree that cites a promise: test titles, and comments in code and benchmarks. */
export function readCitations() {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) =>
        existsSync(file) &&
        /\.(?:tsx?|m?js|css|sh)$/.test(file) &&
        !file.startsWith("tools/testing/promises"),
    )
    .flatMap((file) => citationsIn(readFileSync(file, "utf8"), file));
}

interface Citation {
  readonly id: string;
  readonly file: string;
  /** The rest of a test's title; undefined for a comment. */
  readonly title?: string;
}

/** Tests cite at the beginning of a title (`test("B1.1 T3 the menu …`), other files in brackets: `(B1.1, T3)`. */
export function citationsIn(source: string, file: string): Citation[] {
  const isTest = /^e2e\/|\.(?:test|contract)\.tsx?$/.test(file);
  return isTest
    ? [...source.matchAll(/(["'`])((?:[BCPT]\d+(?:\.\d+)? )+)(.*?)\1/g)].flatMap(
        ([, , ids = "", title = ""]) =>
          ids
            .trim()
            .split(" ")
            .map((id) => ({ id, file, title })),
      )
    : [...source.matchAll(/\(([BCPT]\d+(?:\.\d+)?(?:, [BCPT]\d+(?:\.\d+)?)*)\)/g)].flatMap(([, ids = ""]) =>
        ids.split(", ").map((id) => ({ id, file })),
      );
}
