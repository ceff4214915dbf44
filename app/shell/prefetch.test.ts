import { afterEach, describe, expect, test, vi } from "vitest";
import { createPrefetch } from "./prefetch.ts";

const Page = () => null;
const page = { path: "/oferta", Page, content: {} };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("B3.2 when a page may be prefetched", () => {
  test.each([
    ["on 4g", { effectiveType: "4g" }, true, true],
    ["on 3g", { effectiveType: "3g", saveData: false }, true, true],
    ["where the browser says nothing about the connection", undefined, true, true],
    ["where it does not know whether it is online", undefined, undefined, true],
    ["not on 2g", { effectiveType: "2g" }, true, false],
    ["not on slow-2g", { effectiveType: "slow-2g" }, true, false],
    ["not in data-saver mode", { effectiveType: "4g", saveData: true }, true, false],
    ["not offline", { effectiveType: "4g" }, false, false],
  ])("B3.2 %s", async (_, connection, onLine, expected) => {
    vi.stubGlobal("navigator", { connection, onLine });
    expect(await createPrefetch(async () => page)("/oferta")).toBe(expected ? page : null);
  });
});

test("B3.2 checks for permission each time a link becomes visible", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const load = vi.fn(async () => page);
  const prefetch = createPrefetch(load);
  expect(await prefetch("/oferta")).toBeNull();
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  expect(await prefetch("/oferta")).toBe(page);
  expect(load).toHaveBeenCalledExactlyOnceWith("/oferta");
});

test("B3.3 a failed prefetch is silent and may be retried", async () => {
  const load = vi.fn(() => Promise.reject(new Error("no network")));
  const prefetch = createPrefetch(load);
  expect(await prefetch("/oferta")).toBeNull();
  expect(await prefetch("/oferta")).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
