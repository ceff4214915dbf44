/** A browser as the course needs it: one window, and what went wrong in it. */
export interface Engine {
  resize(width: number, height: number): Promise<void>;
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON can say it. */
  evaluate<T>(expression: string): Promise<T>;
  /** A click of the mouse in the middle of the first match that is shown. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Errors and warnings of the console, violations of the policy included, since the last call. */
  problems(): Promise<string[]>;
  /** Absent where the driver cannot take the network away. */
  setOffline?(offline: boolean): Promise<void>;
  close(): Promise<void>;
}
