/** Wraps work of which one run at a time is enough: a call meanwhile joins the run under way. */
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
