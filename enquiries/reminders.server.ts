import { createTimer, secondMs } from "./clock.ts";
import { describeError, type Log } from "./log.ts";

const pollMs = 5 * secondMs;

type ReminderDeps = {
  /** References of the enquiries to remind of now, each given out once with its e-mail in the outbox. */
  claimDue: () => Promise<string[]>;
  onReminder: (reference: string) => void;
  log: Log;
};

/** Checks every few seconds whether a reminder is due. */
export function createReminders({ claimDue, onReminder, log }: ReminderDeps) {
  return createTimer(async () => {
    try {
      for (const reference of await claimDue()) onReminder(reference);
    } catch (error) {
      log.error(describeError(error), "reminders could not be read");
    }
  }, pollMs);
}
