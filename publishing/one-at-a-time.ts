/** Runs one piece of work after the other, in the order of the calls, whether or not those before succeed. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
