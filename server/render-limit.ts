import type { Render } from "./render.ts";

/** Too many pages are being rendered already. */
export class TooManyRenders extends Error {}

/**
 * Renders at most `atOnce` pages at a time and lets `maxWaiting` more wait; beyond that it rejects with TooManyRenders. A page takes some
 * milliseconds of the one thread that answers all requests.
 */
export function limitRenders(
  render: Render,
  { atOnce, maxWaiting }: { atOnce: number; maxWaiting: number },
): Render {
  const waiting: (() => void)[] = [];
  let running = 0;

  function takeTurn(): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new TooManyRenders();
    return new Promise((resolve) => waiting.push(resolve));
  }

  /** Passes the slot to the request that has waited longest. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (request) => {
    await takeTurn();
    try {
      return await render(request);
    } finally {
      endTurn();
    }
  };
}
