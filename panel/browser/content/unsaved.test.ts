import { afterEach, expect, test, vi } from "vitest";
import { addChange, readUnsaved } from "./unsaved.ts";

afterEach(() => vi.unstubAllGlobals());

test.each(["conflicts", "clashes"])("conflicts stored as %s are read", (key) => {
  const conflict = { id: "1-0", name: "site", reason: "refused", place: "telephone" };
  const stored = JSON.stringify({ saves: [], [key]: [conflict] });
  vi.stubGlobal("localStorage", { getItem: () => stored });
  expect(readUnsaved()).toEqual({ saves: [], conflicts: [conflict] });
});

test("many changes wait in saves of fifty, in their order", () => {
  let stored: string | null = null;
  vi.stubGlobal("localStorage", {
    getItem: () => stored,
    setItem: (_key: string, text: string) => {
      stored = text;
    },
  });
  const places = Array.from({ length: 120 }, (_, index) => `faq.${index}`);
  for (const place of places) addChange("site", { place, change: { do: "set", at: [place], value: 1 } });
  const parts = readUnsaved().saves.map((save) => ("changes" in save ? save.changes : []));
  expect(parts.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(parts.flat().map(({ place }) => place)).toEqual(places);
});
