import { networksOf } from "./client-networks.server.ts";
import type { Clock } from "./clock.ts";

type CounterOptions = {
  /** How often each key may be counted while its window lasts. */
  points: number;
  windowMs: number;
  clock: Pick<Clock, "monotonicMs">;
  /** Over this number the oldest windows are forgotten, so that many addresses cannot fill the memory. */
  maxKeys?: number;
};

/** Creates `count(key)`, which returns the milliseconds until the key's window ends if it has been counted too often. */
export function createCounter({ points, windowMs, clock, maxKeys = 20_000 }: CounterOptions) {
  // A map keeps the order of insertion, so the windows that end first come first.
  const windows = new Map<string, { endsAtMs: number; count: number }>();

  function forgetEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < maxKeys) return;
      windows.delete(key);
    }
  }

  return (key: string): number | undefined => {
    const nowMs = clock.monotonicMs();
    const open = windows.get(key);
    if (open && open.endsAtMs > nowMs) {
      open.count += 1;
      return open.count > points ? open.endsAtMs - nowMs : undefined;
    }
    windows.delete(key);
    forgetEnded(nowMs);
    windows.set(key, { endsAtMs: nowMs + windowMs, count: 1 });
    return undefined;
  };
}

type NetworkCounterOptions = Omit<CounterOptions, "points"> & {
  /** One number for each network of an address, the smallest network first. */
  points: readonly number[];
};

/**
 * Creates `count(clientAddress, action)`, which counts an action in every network of the address and returns the milliseconds to wait if
 * one of them has been counted too often. Actions are counted separately.
 */
export function createNetworkCounter({ points, ...options }: NetworkCounterOptions) {
  const counters = points.map((points) => createCounter({ ...options, points }));

  return (clientAddress: string, action = ""): number | undefined => {
    for (const [size, network] of networksOf(clientAddress).entries()) {
      const waitMs = counters[size]?.(`${action} ${network}`);
      if (waitMs !== undefined) return waitMs;
    }
    return undefined;
  };
}
