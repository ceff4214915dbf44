import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noStorage } from "../ui/browser-storage.ts";
import {
  ChunkLoadError,
  createLoadDocument,
  loadChunk,
  openDocument,
  withLoadTimeout,
} from "./load-guard.ts";
import { createFakeStorage } from "./testing/fake-storage.ts";

describe("B6.7 a load that does not finish", () => {
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

  test("B6.7 resolves with the loaded value and clears its timer", async () => {
    await expect(withLoadTimeout("oferta", Promise.resolve("page"))).resolves.toBe("page");
    await expect(withLoadTimeout("oferta", Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("B6.6 a chunk that cannot be imported is a chunk load error, one that does not load in time is not", async () => {
  const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  await expect(loadChunk("oferta", missing)).rejects.toEqual(new ChunkLoadError("oferta"));
  vi.useFakeTimers();
  const outcome = loadChunk("oferta", () => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  expect(await outcome).not.toBeInstanceOf(ChunkLoadError);
  expect(await outcome).toMatchObject({ message: "Loading chunk oferta failed (timeout)" });
});

describe("B6.6 reloading the document", () => {
  const oferta = new URL("https://x.example/oferta?a=1#dieta");
  const galeria = new URL("https://x.example/galeria");

  function setUp() {
    const { storage } = createFakeStorage();
    const clock = { at: 1_700_000_000_000 };
    const open = vi.fn();
    // A reload restarts the app, so each call gets a new guard; only the storage survives.
    const load = (address: URL) => createLoadDocument(storage, open, () => clock.at)(address, "push");
    return { load, clock, open };
  }

  test("B6.6 opens the full address, with query and hash, at the first failure", () => {
    const { load, open } = setUp();
    expect(load(oferta)).toBe(true);
    expect(open).toHaveBeenCalledExactlyOnceWith(oferta, "push");
  });

  test("B6.6 does not reload for a second failure of the same address within 10 s", () => {
    const { load, clock, open } = setUp();
    load(oferta);
    clock.at += 9999;
    expect(load(new URL("#zasady", oferta))).toBe(false);
    expect(open).toHaveBeenCalledTimes(1);
  });

  test("B6.6 reloads again after 10 s, and for another address", () => {
    const { load, clock, open } = setUp();
    load(oferta);
    expect(load(galeria)).toBe(true);
    clock.at += 10_000;
    expect(load(galeria)).toBe(true);
    expect(open).toHaveBeenCalledTimes(3);
  });

  test("B6.6 never reloads without working storage", () => {
    const open = vi.fn();
    expect(createLoadDocument(noStorage, open)(oferta, "push")).toBe(false);
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ["a link to another page", "/oferta?a=1#dieta", "push", ["assign"]],
    ["a link that replaces its entry", "/oferta", "replace", ["replace"]],
    ["an entry that the history has gone to", "/kontakt#prywatnosc", "none", ["reload"]],
    ["a link to another place of the same page", "/kontakt#prywatnosc", "push", ["assign", "reload"]],
  ] as const)("B6.6 %s takes no entry too many", (_, to, change, expected) => {
    const calls: string[] = [];
    vi.stubGlobal("location", {
      pathname: "/kontakt",
      search: "",
      assign: () => calls.push("assign"),
      replace: () => calls.push("replace"),
      reload: () => calls.push("reload"),
    });
    openDocument(new URL(to, "https://x.example/"), change);
    vi.unstubAllGlobals();
    expect(calls).toEqual(expected);
  });
});
