import { expect, test } from "vitest";
import { budgets, checkWeight } from "./check-pages.ts";

const check = (sentBytes: number) => checkWeight({ path: "/", sentBytes });

test("a weight at the limit passes", () => {
  expect(check(budgets.document)).toEqual([]);
});

test("a page above the fast limit is a warning, because more text must not block publishing", () => {
  expect(check(budgets.document + 100)).toEqual([
    {
      level: "warning",
      text: "strona waży 14,7 kB; do 14,6 kB otwiera się najszybciej, więc warto skrócić teksty",
      where: "/",
    },
  ]);
  expect(check(budgets.heaviestDocument)).toMatchObject([{ level: "warning" }]);
});

test("a page of more than 64 kB is an error", () => {
  expect(check(budgets.heaviestDocument + 100)).toEqual([
    { level: "error", text: "strona waży 64,1 kB, a może najwyżej 64,0 kB; skróć teksty", where: "/" },
  ]);
});
