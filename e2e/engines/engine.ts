/** A browser driven by the smoke test: one window and its errors. */
export interface Engine {
  resize(width: number, height: number): Promise<void>;
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value, which must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks the middle of the first visible match, once there is one. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Console errors, warnings and policy violations since the last call. */
  problems(): Promise<string[]>;
  /** Absent if the driver cannot go offline. */
  setOffline?(offline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** As long as in the tests in Chromium: a slow, busy machine is no failure. */
export const patienceMs = 120_000;

/** Repeats what fails. */
export async function untilDone<Result>(attempt: () => Promise<Result>, forMs = patienceMs): Promise<Result> {
  const end = Date.now() + forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
