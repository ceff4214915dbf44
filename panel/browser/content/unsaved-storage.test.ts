import { afterEach, expect, test, vi } from "vitest";
import { readUnsaved } from "./unsaved-storage.ts";

afterEach(() => vi.unstubAllGlobals());

test.each(["conflicts", "clashes"])("conflicts stored as %s are read", (key) => {
  const conflict = { id: "1-0", name: "site", reason: "refused", place: "telephone" };
  const stored = JSON.stringify({ saves: [], [key]: [conflict] });
  vi.stubGlobal("localStorage", { getItem: () => stored });
  expect(readUnsaved()).toEqual({ saves: [], conflicts: [conflict] });
});
