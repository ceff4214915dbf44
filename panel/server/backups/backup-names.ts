import { dayMs } from "../../../enquiries/clock.ts";

const backupName = /^kopia-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

export const isBackupName = (name: string) => backupName.test(name);

export const backupNameOf = (at: Date) => `kopia-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;

export function timeIn(name: string): Date {
  const [, day, hours, minutes, seconds] = backupName.exec(name) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/**
 * The backups that may go once `newest` is there: all but the newest of each of the last seven days and four weeks that have one.
 * Names more than `aheadMs` later come from a wrong clock, maybe this one: they go once there are backups of seven days.
 */
export function surplusOf(names: readonly string[], newest: string, aheadMs: number): string[] {
  const past = names.filter((name) => name <= newest).sort((one, other) => other.localeCompare(one));
  const kept = new Set([...newestOfEach(past, dayOf, 7), ...newestOfEach(past, weekOf, 4)]);
  const isFarOff = (name: string) =>
    kept.size >= 7 && timeIn(name).getTime() > timeIn(newest).getTime() + aheadMs;
  return names.filter((name) => (name <= newest || isFarOff(name)) && !kept.has(name));
}

/** A day less than the 30 that `content/prywatnosc.yaml` promises visitors. */
export const isTooOld = (name: string, now: Date) => timeIn(name).getTime() <= now.getTime() - 29 * dayMs;

const dayOf = (name: string) => timeIn(name).toISOString().slice(0, 10);
const weekOf = (name: string) => String(Math.floor(timeIn(name).getTime() / (7 * dayMs)));

/** `names`: newest first. */
const newestOfEach = (names: readonly string[], spanOf: (name: string) => string, count: number) =>
  [...Map.groupBy(names, spanOf).values()].slice(0, count).map(([newest]) => newest);
