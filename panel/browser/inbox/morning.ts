const hour = 8;

/** Eight o'clock of the phone's own day, so many days from now. */
export function morningAfterDays(days: number, now: number): Date {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + days);
  morning.setHours(hour, 0, 0, 0);
  return morning;
}

/** Eight o'clock of a day such as `2026-11-30`. */
export function morningOf(day: string): Date {
  return new Date(`${day}T0${hour}:00:00`);
}
