/** Time as it is passed in: `now` for what is stored and shown, `monotonicMs` for waiting, which no clock change moves. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() };

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Waits for the promise, but not longer than `timeoutMs`. */
export async function waitAtMost(promise: Promise<unknown> | undefined, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
