import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createReloadGuard, MissingPart, reloadForMissingParts, withLoadTimeout } from "./load-guard.ts";
import { StatusError } from "./page-error.ts";

describe("B6.7 a load that does not answer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("B6.7 fails after 120 s with the generic load failure", async () => {
    const outcome = withLoadTimeout("oferta", new Promise(() => {})).catch((failure: unknown) => failure);
    let settled = false;
    void outcome.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      statusCode: 500,
      message: "Loading chunk oferta failed (timeout)",
    });
  });

  test("B6.7 gives what was loaded and leaves no timer behind", async () => {
    await expect(withLoadTimeout("oferta", Promise.resolve("page"))).resolves.toBe("page");
    await expect(withLoadTimeout("oferta", Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("B6.6 the reload guard", () => {
  function setUp() {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const clock = { at: 1_700_000_000_000 };
    const reload = vi.fn();
    // A reload starts the app anew, so each call gets a guard of its own; only the storage lives on.
    const guard = (address: string) => createReloadGuard({ storage, now: () => clock.at, reload })(address);
    return { guard, clock, reload, kept };
  }

  test("B6.6 reloads at the first failure of an address", () => {
    const { guard, reload } = setUp();
    expect(guard("/oferta")).toBe(true);
    expect(reload).toHaveBeenCalledExactlyOnceWith("/oferta");
  });

  test("B6.6 does not reload for a second failure of the same address within 10 s", () => {
    const { guard, clock, reload } = setUp();
    guard("/oferta");
    clock.at += 9999;
    expect(guard("/oferta")).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test("B6.6 reloads again after 10 s, and for another address", () => {
    const { guard, clock, reload } = setUp();
    guard("/oferta");
    expect(guard("/galeria")).toBe(true);
    clock.at += 10_000;
    expect(guard("/galeria")).toBe(true);
    expect(reload).toHaveBeenCalledTimes(3);
  });

  test("B6.6 never reloads where it cannot remember having done so", () => {
    const reload = vi.fn();
    const storage = {
      getItem: () => null,
      setItem: () => {
        throw new Error("storage is full");
      },
    };
    expect(createReloadGuard({ storage, now: Date.now, reload })("/oferta")).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test("B6.6 never reloads on a note that it cannot read", () => {
    const { guard, kept, reload } = setUp();
    guard("/oferta");
    for (const key of kept.keys()) kept.set(key, "{broken");
    expect(guard("/oferta")).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe("B6.6 a page whose script part is missing", () => {
  const missing = () => Promise.reject(new MissingPart("oferta"));

  test("B6.6 is never settled while the document is loaded anew", async () => {
    const reload = vi.fn(() => true);
    const settled = vi.fn();
    reloadForMissingParts(missing, reload)("/oferta").then(settled, settled);
    await new Promise((resolve) => setTimeout(resolve));
    expect(reload).toHaveBeenCalledExactlyOnceWith("/oferta");
    expect(settled).not.toHaveBeenCalled();
  });

  test("B6.6 fails where the guard says no", async () => {
    await expect(reloadForMissingParts(missing, () => false)("/oferta")).rejects.toMatchObject({
      statusCode: 500,
      message: "Loading chunk oferta failed",
    });
  });

  test("B6.6 other faults reload nothing", async () => {
    const reload = vi.fn(() => true);
    const load = () => Promise.reject(new StatusError(503, "Loading chunk oferta.payload failed (503)"));
    await expect(reloadForMissingParts(load, reload)("/oferta")).rejects.toMatchObject({ statusCode: 503 });
    expect(reload).not.toHaveBeenCalled();
  });
});
