import { expect, test } from "vitest";
import { tableDefaults, unusedDefaults } from "./defaults.ts";

// What the components read is tested with them.
test("B9.2 B9.3 the defaults that no component reads yet are the specified ones", () => {
  expect(unusedDefaults).toEqual({
    toast: { minimumMs: 1000 },
    tooltip: { delayMs: 50, placement: "top" },
    popover: { delayMs: 50, placement: "right" },
  });
  expect(tableDefaults).toEqual({
    emptyText: "There are no records to show",
    emptyFilteredText: "There are no records matching your request",
    rowsPerPage: 20,
  });
});
