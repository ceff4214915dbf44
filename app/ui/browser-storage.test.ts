import { afterEach, expect, test, vi } from "vitest";
import { browserStorage } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

test("B10.4 stores, reads and removes a value", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const storage = browserStorage("localStorage");
  expect(storage.write("a", [1])).toBe(true);
  expect(storage.read("a")).toEqual([1]);
  storage.remove("a");
  expect(storage.read("a")).toBeNull();
  kept.set("a", "{broken");
  expect(storage.read("a")).toBeUndefined();
});

test("B10.4 never throws when storage is blocked or full", () => {
  const storage = browserStorage("sessionStorage");
  const get = vi.fn(() => {
    throw new Error("access denied");
  });
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get });
  try {
    expect(storage.read("a")).toBeUndefined();
    expect(storage.write("a", 1)).toBe(false);
    expect(() => storage.remove("a")).not.toThrow();
    expect(get).toHaveBeenCalledTimes(3);
  } finally {
    Reflect.deleteProperty(globalThis, "sessionStorage");
  }
  vi.stubGlobal("sessionStorage", {
    setItem: () => {
      throw new Error("quota exceeded");
    },
  });
  expect(storage.write("a", 1)).toBe(false);
});
