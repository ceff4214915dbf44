/** Too much work is waiting already. */
export class TooBusy extends Error {}

/**
 * Creates a function that runs at most `atOnce` pieces of work at a time, in the order of their arrival, even if earlier ones fail. With
 * `maxWaiting` it rejects with TooBusy once so many wait: for work that takes much of the one thread that answers all requests.
 */
export function limitConcurrency({ atOnce, maxWaiting = Infinity }: { atOnce: number; maxWaiting?: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= maxWaiting) throw new TooBusy();
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      // The slot passes to the work that has waited longest.
      const begin = waiting.shift();
      if (begin) begin();
      else running -= 1;
    }
  };
}
