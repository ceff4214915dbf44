import { afterEach, expect, test, vi } from "vitest";
import { takeSoon, takeTyped } from "./typed.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was typed is taken up once, after the frame that shows it, or before its field is left", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  const taken: string[] = [];
  const type = (text: string) => takeSoon(() => taken.push(text));
  type("a");
  type("ab");
  expect(taken).toEqual([]);
  vi.runAllTimers();
  expect(taken).toEqual(["ab"]);
  type("abc");
  takeTyped();
  expect(taken).toEqual(["ab", "abc"]);
  vi.runAllTimers();
  expect(taken).toEqual(["ab", "abc"]);
});
