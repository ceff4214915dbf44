const hour = 8;

/** Eight o'clock, in the phone's time zone, a number of days from now. */
export function morningAfterDays(days: number, now: number): Date {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + days);
  morning.setHours(hour, 0, 0, 0);
  return morning;
}

/** Eight o'clock on a day such as `2026-11-30`. */
export function morningOf(day: string): Date {
  return new Date(`${day}T0${hour}:00:00`);
}
