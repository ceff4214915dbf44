/** Wraps work so that it runs once at a time: a call during a run waits for that run and shares its result. */
export function singleFlight<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  let running: Promise<Result> | undefined;

  function run(...args: Args): Promise<Result> {
    running ??= work(...args).finally(() => {
      running = undefined;
    });
    return running;
  }

  return { run, isRunning: () => running !== undefined };
}
