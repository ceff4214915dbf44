import { expect, test } from "vitest";
import { identify } from "./list-field.tsx";

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
