import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createPrefetch, mayPrefetch, prefetchIdleTimeoutMs } from "./prefetch.ts";

describe("B3.2 when a page may be fetched ahead", () => {
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

describe("B3.2 a page is prefetched once", () => {
  test("B3.2 however often its links are seen", () => {
    const load = vi.fn(async () => ({}));
    const prefetch = createPrefetch(load, () => true);
    prefetch("/oferta");
    prefetch("/oferta");
    prefetch("/kontakt");
    expect(load.mock.calls).toEqual([["/oferta"], ["/kontakt"]]);
  });

  test("B3.2 asks for permission again each time a link is seen", () => {
    let allowed = false;
    const load = vi.fn(async () => ({}));
    const prefetch = createPrefetch(load, () => allowed);
    prefetch("/oferta");
    expect(load).not.toHaveBeenCalled();
    allowed = true;
    prefetch("/oferta");
    expect(load).toHaveBeenCalledTimes(1);
  });
});

test("B3.3 a prefetch that fails is silent and may be tried again", async () => {
  const load = vi.fn(() => Promise.reject(new Error("no network")));
  const prefetch = createPrefetch(load, () => true);
  expect(() => prefetch("/oferta")).not.toThrow();
  await vi.waitFor(() => {
    prefetch("/oferta");
    expect(load.mock.calls.length).toBeGreaterThan(1);
  });
});

test("the style sheet of a page that was fetched ahead is applied in an idle moment", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => idle.push(callback));
  onTestFinished(() => void vi.unstubAllGlobals());
  const applyStyles = vi.fn();
  createPrefetch(
    async () => ({ applyStyles }),
    () => true,
  )("/oferta");
  await vi.waitFor(() => expect(idle).toHaveLength(1));
  expect(applyStyles).not.toHaveBeenCalled();
  idle[0]?.();
  expect(applyStyles).toHaveBeenCalledTimes(1);
});

test("B3.1 the idle callback has a time-out of 2000 ms", () => {
  expect(prefetchIdleTimeoutMs).toBe(2000);
});
