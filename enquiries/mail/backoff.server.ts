import { dayMs, hourMs, minuteMs, secondMs } from "../clock.ts";

const shortestMs = 30 * secondMs;
const longestMs = 6 * hourMs;

/** The pause after the given failed attempt (1, 2, ...): it doubles from 30 s to 6 h, and is randomly up to a quarter shorter. */
export function retryDelayMs(attempts: number, random: () => number): number {
  const doubled = Math.min(longestMs, shortestMs * 2 ** (attempts - 1));
  return Math.max(shortestMs, Math.round(doubled * (0.75 + random() / 4)));
}

/** The pause after the server itself has failed this many times in a row. */
export function serverPauseMs(failures: number): number {
  return Math.min(15 * minuteMs, shortestMs * 2 ** (failures - 1));
}

// 37 attempts take 5 days at the shortest delays. Both limits must be reached, so that neither a wrong clock nor a server that
// restarts all day ends a message early.
const leastAttempts = 37;
const leastAgeMs = 5 * dayMs;

export function shouldGiveUp({ attempts, ageMs }: { attempts: number; ageMs: number }): boolean {
  return attempts >= leastAttempts && ageMs >= leastAgeMs;
}
