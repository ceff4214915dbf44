import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLoadingBar } from "./loading-bar.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("B4.1 the loading bar", () => {
  test("B4.1 restarts when an activity starts while it is hiding", () => {
    const bar = createLoadingBar();
    const first = bar.start();
    vi.advanceTimersByTime(1000);
    first.end();
    vi.advanceTimersByTime(100);
    bar.start();
    vi.advanceTimersByTime(1000);
    expect(bar.get().visible).toBe(true);
    expect(bar.get().value).toBeCloseTo(20);
  });
});

describe("B4.2 a failure", () => {
  test("B4.2 is shown even within the throttle delay", () => {
    const bar = createLoadingBar();
    bar.start().end("failed");
    expect(bar.get()).toEqual({ visible: true, value: 100, failed: true });
  });

  test("B4.2 does not affect the next activity", () => {
    const bar = createLoadingBar();
    bar.start().end("failed");
    const next = bar.start();
    vi.advanceTimersByTime(300);
    next.end();
    expect(bar.get()).toEqual({ visible: true, value: 100, failed: false });
  });
});

describe("B7.3 several activities at once", () => {
  test("B7.3 show as one bar that ends with the last of them", () => {
    const bar = createLoadingBar();
    const first = bar.start();
    const second = bar.start();
    vi.advanceTimersByTime(1000);
    first.end();
    expect(bar.get().value).toBeCloseTo(20);
    second.end();
    expect(bar.get().value).toBe(100);
  });

  test("B7.3 fail the bar if one of them fails", () => {
    const bar = createLoadingBar();
    const first = bar.start();
    const second = bar.start();
    vi.advanceTimersByTime(1000);
    first.end("failed");
    second.end();
    expect(bar.get().failed).toBe(true);
  });

  test("B7.3 real progress moves the bar ahead of the clock, and never back", () => {
    const bar = createLoadingBar();
    const activity = bar.start();
    activity.progress(0.6);
    vi.advanceTimersByTime(500);
    expect(bar.get().value).toBe(60);
    activity.progress(0.3);
    vi.advanceTimersByTime(500);
    expect(bar.get().value).toBe(60);
    vi.advanceTimersByTime(3000);
    expect(bar.get().value).toBeCloseTo(80);
  });

  test("B7.3 ending an activity twice counts once", () => {
    const bar = createLoadingBar();
    const first = bar.start();
    bar.start();
    vi.advanceTimersByTime(1000);
    first.end();
    first.end();
    expect(bar.get().value).toBeCloseTo(20);
  });
});
