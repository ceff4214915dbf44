// Defaults of the interface kit. Times in milliseconds, lengths in CSS pixels (B9.1, B9.4, B9.5, B9.6, B9.7, B9.8, B9.9).

export const interfaceDefaults = {
  toast: { hideAfterMs: 5000 },
  reveal: { offsetPx: 120, durationMs: 400 },
  smoothScrollMs: 500,
  slider: { autoplayMs: 3000 },
  zoom: { min: 1, max: 3 },
  table: { rowsPerPage: 20 },
} as const;

/**
 * For style sheets, which cannot import them (B9.9), and for components that the site does not have (B9.2, B9.3); a toast that always
 * stays 5000 ms needs no minimum. Apart from the others, so that visitors do not download them.
 * @public
 */
export const unusedDefaults = {
  breakpointsPx: { sm: 576, md: 768, lg: 992, xl: 1200 },
  table: {
    emptyText: "There are no records to show",
    emptyFilteredText: "There are no records matching your request",
  },
  toast: { minimumMs: 1000 },
  tooltip: { delayMs: 50, placement: "top" },
  popover: { delayMs: 50, placement: "right" },
} as const;
