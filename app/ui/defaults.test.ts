import { expect, test } from "vitest";
import { tableDefaults, unusedDefaults } from "./defaults.ts";

// The other defaults are tested with the components that use them.
test("B9.2 B9.3 the defaults that no component uses yet have the specified values", () => {
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
