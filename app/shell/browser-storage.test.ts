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
  expect(storage.setItem("a", "1")).toBe(true);
  expect(storage.getItem("a")).toBe("1");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});

test("B10.4 never throws when storage is blocked or full", () => {
  const storage = browserStorage("sessionStorage");
  const get = vi.fn(() => {
    throw new Error("access denied");
  });
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get });
  try {
    expect(storage.getItem("a")).toBeNull();
    expect(storage.setItem("a", "1")).toBe(false);
    expect(() => storage.removeItem("a")).not.toThrow();
    expect(get).toHaveBeenCalledTimes(3);
  } finally {
    Reflect.deleteProperty(globalThis, "sessionStorage");
  }
  vi.stubGlobal("sessionStorage", {
    setItem: () => {
      throw new Error("quota exceeded");
    },
  });
  expect(storage.setItem("a", "1")).toBe(false);
});
