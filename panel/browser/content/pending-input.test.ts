import { afterEach, expect, test, vi } from "vitest";
import { deferInput, flushInput } from "./pending-input.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("input is committed once, after the frame that paints it, or when it is flushed", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  const committed: string[] = [];
  const type = (text: string) => deferInput(() => committed.push(text));
  type("a");
  type("ab");
  expect(committed).toEqual([]);
  vi.runAllTimers();
  expect(committed).toEqual(["ab"]);
  type("abc");
  flushInput();
  expect(committed).toEqual(["ab", "abc"]);
  vi.runAllTimers();
  expect(committed).toEqual(["ab", "abc"]);
});
