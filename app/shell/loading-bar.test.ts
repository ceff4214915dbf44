import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLoadingBar } from "./loading-bar.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hidden = { visible: false, value: 0, failed: false };

describe("B4.1 the loading bar's timing", () => {
  test("B4.1 shows nothing for a navigation that ends within 200 ms", () => {
    const bar = createLoadingBar();
    const shown = vi.fn();
    bar.subscribe(shown);
    const activity = bar.start();
    vi.advanceTimersByTime(199);
    activity.end();
    vi.advanceTimersByTime(10_000);
    expect(shown).not.toHaveBeenCalled();
    expect(bar.get()).toEqual(hidden);
  });

  test("B4.1 starts at 200 ms and grows linearly over 5000 ms", () => {
    const bar = createLoadingBar();
    bar.start();
    vi.advanceTimersByTime(200);
    expect(bar.get()).toEqual({ visible: true, value: 4, failed: false });
    vi.advanceTimersByTime(800);
    expect(bar.get().value).toBeCloseTo(20);
    vi.advanceTimersByTime(1500);
    expect(bar.get().value).toBeCloseTo(50);
    vi.advanceTimersByTime(2500);
    expect(bar.get().value).toBeCloseTo(100);
    vi.advanceTimersByTime(60_000);
    expect(bar.get()).toEqual({ visible: true, value: 100, failed: false });
  });

  test("B4.1 reaches 100 % at the end and hides 500 ms later", () => {
    const bar = createLoadingBar();
    const activity = bar.start();
    vi.advanceTimersByTime(1000);
    activity.end();
    expect(bar.get()).toEqual({ visible: true, value: 100, failed: false });
    vi.advanceTimersByTime(499);
    expect(bar.get().visible).toBe(true);
    vi.advanceTimersByTime(1);
    expect(bar.get()).toEqual(hidden);
  });

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
  test("B4.2 takes the failed style, completes and hides 500 ms later", () => {
    const bar = createLoadingBar();
    const activity = bar.start();
    vi.advanceTimersByTime(1000);
    activity.end("failed");
    expect(bar.get()).toEqual({ visible: true, value: 100, failed: true });
    vi.advanceTimersByTime(500);
    expect(bar.get()).toEqual(hidden);
  });

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
