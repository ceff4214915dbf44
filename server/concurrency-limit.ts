/** Too much work is waiting already. */
export class TooBusy extends Error {}

/**
 * Creates a function that runs at most `atOnce` pieces of work at a time, in the order of their arrival, even if earlier ones fail. With
 * `maxWaiting` it rejects with TooBusy once so many wait: for work that takes much of the one thread that answers all requests.
 */
export function limitConcurrency({ atOnce, maxWaiting = Infinity }: { atOnce: number; maxWaiting?: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function takeTurn(): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new TooBusy();
    return new Promise((resolve) => waiting.push(resolve));
  }

  /** Passes the slot to the work that has waited longest. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await takeTurn();
    try {
      return await work();
    } finally {
      endTurn();
    }
  };
}
