import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const section =
  /^### Polish words$.*?(?=^## )/ms.exec(readFileSync("docs/architecture.md", "utf8"))?.[0] ?? "";
const unwanted = [...section.matchAll(/`([^`]+)`/g)]
  .map(([, words = ""]) => words)
  .filter((words) => !/\.ts$|^goal$/.test(words));

const filesIn = (...places: string[]) =>
  execFileSync("git", ["ls-files", ...places], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) => /\.(?:tsx?|ya?ml|html|js|md)$/.test(file) && !/\.test\.|\.contract\.|\/testing\//.test(file),
    );

const remark = /^\s*(?:\/\/|\/?\*)/;
const remarkInContent = /^\s*#/;

/** The lines of a file that visitors or the owner may read, without comments, as `file:line text`. */
const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ text, place: `${file}:${index + 1} ${text.trim()}` }))
    .filter(({ text }) => !remark.test(text));

const read = filesIn(
  "accounts",
  "app",
  "content",
  "content-model",
  "enquiries",
  "examples",
  "packaging",
  "panel",
  "publishing",
  "server",
  "tools",
  "docs/dla-trenera.md",
  "docs/instalacja.md",
).flatMap(linesOf);

test.each(unwanted)("no visible text says “%s”", (words) => {
  expect(read.filter(({ text }) => text.includes(words)).map(({ place }) => place)).toEqual([]);
});

test("the list is not empty, and the search finds existing words", () => {
  expect(unwanted.length).toBeGreaterThan(15);
  expect(read.some(({ text }) => text.includes("Wiadomość nie została wysłana"))).toBe(true);
});

test("visitors read “wiadomość”, never “zapytanie”", () => {
  const forVisitors = filesIn(
    "app",
    "content",
    "examples",
    "enquiries/form.ts",
    "enquiries/notices.ts",
  ).flatMap(linesOf);
  const enquiry = forVisitors.filter(({ text }) => /zapytani/i.test(text) && !remarkInContent.test(text));
  expect(enquiry.filter(({ place }) => !/content\/schema\//.test(place)).map(({ place }) => place)).toEqual(
    [],
  );
});

test("what visitors read does not break a line within “e-mail”, which Firefox does", () => {
  const forVisitors = filesIn("app", "enquiries/form.ts", "enquiries/notices.ts").flatMap(linesOf);
  expect(
    forVisitors
      .filter(({ text }) => /\be-mail/i.test(text.replace(/label="E-mail"/, "")))
      .map(({ place }) => place),
  ).toEqual([]);
});
