/**
 * Decides at which calls something that failed is tried again: after 1, 2, 4 … calls, at most `longest`. For work that a timer calls
 * regularly. Something else, with another name, is tried at once.
 */
export function createGrowingPause(longest: number) {
  let failed: { name: string; pause: number; wait: number } | undefined;
  return {
    isOver: (name: string) => failed?.name !== name || --failed.wait <= 0,
    /** Returns whether it is the first failure of that name. */
    fail(name: string): boolean {
      const isFirst = failed?.name !== name;
      const pause = failed && !isFirst ? Math.min(2 * failed.pause, longest) : 1;
      failed = { name, pause, wait: pause };
      return isFirst;
    },
    /** Whether something has failed six times, so that somebody should hear of it. Without a name there may be nothing to do. */
    isStuck: () => (failed?.name ? failed.pause : 0) >= 32,
    succeed(): void {
      failed = undefined;
    },
  };
}
