import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createPageErrorStore, StatusError, toPageError } from "./page-error.ts";

const at = 1_700_000_000_000;
beforeAll(() => void vi.useFakeTimers({ now: at, toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

describe("B6.1 one shape for every error", () => {
  test.each([
    [
      "its own statusCode before anything else",
      { statusCode: 404, status: 410, response: { status: 503 } },
      404,
    ],
    ["else its status", { status: 410, response: { status: 503 } }, 410],
    ["else the status of its response", { response: { status: 503 } }, 503],
    ["else 500", {}, 500],
    ["500 for what is no HTTP status", { statusCode: 0, status: "404", response: { status: 99.5 } }, 500],
  ])("B6.1 takes %s", (_, fields, statusCode) => {
    expect(toPageError({ ...fields, message: "Awaria" })).toEqual({ statusCode, message: "Awaria", at });
  });

  test("B6.1 uses the message of an Error, and a thrown string unchanged", () => {
    expect(toPageError(new TypeError("not a function")).message).toBe("not a function");
    expect(toPageError("nothing works")).toEqual({ statusCode: 500, message: "nothing works", at });
  });

  test.each([undefined, null, 7, {}, { message: 5 }, "", new Error()])(
    "B6.1 says `Error` where there is no message: %o",
    (thrown) => {
      expect(toPageError(thrown)).toEqual({ statusCode: 500, message: "Error", at });
    },
  );

  test("B6.1 keeps the status of our own errors", () => {
    expect(toPageError(new StatusError(404, "This page could not be found"))).toEqual({
      statusCode: 404,
      message: "This page could not be found",
      at,
    });
  });
});

describe("B6.1 the page error store", () => {
  test("B6.1 holds one error with its time stamp and notifies subscribers", () => {
    const store = createPageErrorStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.set(new StatusError(503, "Przerwa"));
    expect(store.get()).toEqual({ statusCode: 503, message: "Przerwa", at });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test.each([null, undefined, ""])("B6.1 is cleared by %j", (empty) => {
    const store = createPageErrorStore(toPageError("Awaria"));
    store.set(empty);
    expect(store.get()).toBeNull();
  });

  test("B6.1 does not notify when there is nothing to clear, or after unsubscribing", () => {
    const store = createPageErrorStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.set(null);
    stop();
    store.set("Awaria");
    expect(listener).not.toHaveBeenCalled();
  });
});
