import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { budgets, checkWeight } from "./check-pages.ts";

/** A site of one page and one photograph. */
function check({ document = budgets.document, picture = budgets.picture }) {
  const clientDir = temporaryFolder();
  mkdirSync(join(clientDir, "pictures"));
  writeFileSync(join(clientDir, "pictures/hero-1800.jpg"), Buffer.alloc(picture));
  return checkWeight(clientDir, [{ path: "/", sentBytes: document }]);
}

test("weights at the limit pass", () => {
  expect(check({})).toEqual([]);
});

test("a page above the fast limit is a warning, because more text must not block publishing", () => {
  expect(check({ document: budgets.document + 100 })).toEqual([
    {
      level: "warning",
      text: "strona waży 14,7 kB; do 14,6 kB otwiera się najszybciej, więc warto skrócić teksty",
      where: "/",
    },
  ]);
  expect(check({ document: budgets.heaviestDocument })).toMatchObject([{ level: "warning" }]);
});

test("a page of more than 64 kB is an error", () => {
  expect(check({ document: budgets.heaviestDocument + 100 })).toEqual([
    { level: "error", text: "strona waży 64,1 kB, a może najwyżej 64,0 kB; skróć teksty", where: "/" },
  ]);
});

test("a photograph that is too heavy is a warning", () => {
  expect(check({ picture: budgets.picture + 1000 })).toEqual([
    {
      level: "warning",
      text: "zdjęcie waży 601,0 kB, a powinno najwyżej 600,0 kB",
      where: "hero-1800.jpg",
    },
  ]);
});
