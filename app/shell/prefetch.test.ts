import { describe, expect, test, vi } from "vitest";
import { createPrefetch, mayPrefetch } from "./prefetch.ts";

const Page = () => null;
const page = { path: "/oferta", Page, content: {} };

describe("B3.2 when a page may be prefetched", () => {
  test.each([
    ["on 4g", { effectiveType: "4g" }, true, true],
    ["on 3g", { effectiveType: "3g", saveData: false }, true, true],
    ["where the browser says nothing about the connection", undefined, true, true],
    ["not on 2g", { effectiveType: "2g" }, true, false],
    ["not on slow-2g", { effectiveType: "slow-2g" }, true, false],
    ["not in data-saver mode", { effectiveType: "4g", saveData: true }, true, false],
    ["not offline", { effectiveType: "4g" }, false, false],
  ])("B3.2 %s", (_, connection, online, expected) => {
    expect(mayPrefetch(connection, online)).toBe(expected);
  });
});

test("B3.2 checks for permission each time a link becomes visible", async () => {
  let allowed = false;
  const load = vi.fn(async () => page);
  const prefetch = createPrefetch(load, () => allowed);
  expect(await prefetch("/oferta")).toBeNull();
  expect(load).not.toHaveBeenCalled();
  allowed = true;
  expect(await prefetch("/oferta")).toBe(page);
  expect(load).toHaveBeenCalledExactlyOnceWith("/oferta");
});

test("B3.3 a failed prefetch is silent and may be retried", async () => {
  const load = vi.fn(() => Promise.reject(new Error("no network")));
  const prefetch = createPrefetch(load, () => true);
  expect(await prefetch("/oferta")).toBeNull();
  expect(await prefetch("/oferta")).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
