export type Clock = {
  /** Milliseconds since 1970, for times that are stored or shown. */
  now(): number;
  /** Milliseconds that changes of the clock do not affect, for measuring how long something takes. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() };

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export async function waitAtMost(promise: Promise<unknown> | undefined, timeoutMs: number): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
