import { expect, test } from "vitest";
import type { FormField } from "../../../content-model/form-field.ts";
import { identify } from "./list-field.tsx";
import { itemName, itemPrice } from "./list-item.tsx";

const [a, b, c] = [{ n: "a" }, { n: "b" }, { n: "c" }];
const before = { items: [a, b, c], ids: [1, 2, 3] };

test.each<[string, readonly unknown[], number[]]>([
  ["nothing changed", [a, b, c], [1, 2, 3]],
  ["one was moved to the beginning", [c, a, b], [3, 1, 2]],
  ["one with an unsaved change was moved", [{ n: "c" }, a, b], [3, 1, 2]],
  ["one was removed", [a, c], [1, 3]],
  ["one was rewritten", [a, { n: "b!" }, c], [1, 2, 3]],
  ["one was rewritten and another moved", [c, { n: "b!" }, a], [3, 2, 1]],
  ["one was added", [a, b, c, { n: "d" }], [1, 2, 3, 9]],
  ["one was duplicated", [a, a, b, c], [1, 9, 2, 3]],
  ["one was inserted", [a, { n: "d" }, b, c], [1, 9, 2, 3]],
])("P4.4 an item keeps its id when %s", (_case, items, ids) => {
  expect(identify(items, before, () => 9)).toEqual(ids);
});

test("P4.4 equal texts keep their places", () => {
  expect(identify(["x", "x", "y"], { items: ["x", "x"], ids: [1, 2] }, () => 9)).toEqual([1, 2, 9]);
});

test("an item is named as the owner reads it: a day in words, a chosen entry by its name", () => {
  const reference: FormField = { kind: "reference", label: "Usługa", reference: "services" };
  const choices = { services: [{ value: "dieta", label: "Dieta" }] };
  expect(itemName(reference, "dieta", 0, choices)).toBe("Dieta");
  expect(itemName(reference, "plan", 0, choices)).toBe("plan");
  expect(itemName(reference, "", 1, choices)).toBe("Usługa 2");
  const from: FormField = { kind: "date", label: "Od" };
  const daysOff: FormField = { kind: "group", label: "Dni", fields: { from }, itemName: ["from"] };
  expect(itemName(daysOff, { from: "2026-12-24" }, 0)).toBe("24\u00a0grudnia 2026");
});

test("P4.6 a closed item shows the price that visitors see", () => {
  const price: FormField = { kind: "price", label: "Cena" };
  const field: FormField = { kind: "group", label: "Usługa", fields: { price } };
  const priced = (from: string, amount?: number) => ({
    price: { amount: 150, unit: "za trening", later: { from, amount } },
  });
  expect(itemPrice(field, priced("2020-01-01", 170))).toBe("170\u00a0zł za trening");
  expect(itemPrice(field, priced("2999-01-01", 170))).toBe("150\u00a0zł za trening");
  expect(itemPrice(field, priced("2020-01-01"))).toBeUndefined();
});
