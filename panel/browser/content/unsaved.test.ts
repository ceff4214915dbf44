import { afterEach, expect, test, vi } from "vitest";
import { readUnsaved } from "./unsaved.ts";

afterEach(() => vi.unstubAllGlobals());

test("details of a photograph that version 1.0 stored are read", () => {
  const note = { alt: "Pusta sala.", recognisablePeople: false };
  const stored = JSON.stringify({ saves: [{ id: "1", sent: true, photo: "sala.jpg", note }] });
  vi.stubGlobal("localStorage", { getItem: () => stored });
  const changes = [{ place: "", change: { do: "set", at: [], value: note } }];
  const saves = [{ id: "1", sent: true, name: "photo:sala.jpg", changes }];
  expect(readUnsaved()).toEqual({ saves, conflicts: [] });
});
