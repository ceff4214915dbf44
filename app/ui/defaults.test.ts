import { expect, test } from "vitest";
import { interfaceDefaults } from "./defaults.ts";

test("B9.1 the interface kit has the specification's defaults", () => {
  expect(interfaceDefaults).toEqual({
    toast: { hideAfterMs: 5000, minimumMs: 1000 },
    tooltip: { delayMs: 50, placement: "top" },
    popover: { delayMs: 50, placement: "right" },
    table: {
      emptyText: "There are no records to show",
      emptyFilteredText: "There are no records matching your request",
      rowsPerPage: 20,
    },
    reveal: { offsetPx: 120, durationMs: 400 },
    smoothScrollMs: 500,
    slider: { autoplayMs: 3000 },
    zoom: { min: 1, max: 3 },
    breakpointsPx: { sm: 576, md: 768, lg: 992, xl: 1200 },
  });
});
