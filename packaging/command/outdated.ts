const dayMs = 86_400_000;

/** Which of the copies, named by their time, may go: the last of each of 7 days and of each of 4 weeks stay. */
export function outdated(names: readonly string[]): string[] {
  const copies = names
    .filter((name) => /^\d{4}-\d\d-\d\dT/.test(name))
    .sort()
    .reverse();
  const kept = new Set([
    ...lastOfEach(copies, dayOf, 7),
    ...lastOfEach(copies, (name) => Math.floor((dayOf(name) + 3) / 7), 4),
  ]);
  return copies.filter((name) => !kept.has(name));
}

/** Days since 1970, which began with a Thursday. */
function dayOf(name: string): number {
  return Date.parse(name.slice(0, 10)) / dayMs;
}

function lastOfEach(copies: readonly string[], spanOf: (name: string) => number, count: number): string[] {
  const last = new Map<number, string>();
  for (const name of copies) if (!last.has(spanOf(name))) last.set(spanOf(name), name);
  return [...last.values()].slice(0, count);
}
