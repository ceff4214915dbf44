import { createStore } from "../ui/store.ts";

/** An error as visitors see it. `at` is in milliseconds since the epoch. */
export interface PageError {
  readonly statusCode: number;
  readonly message: string;
  readonly at: number;
}

/** An error with an HTTP status, which the error page shows. */
export class StatusError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Converts any thrown value: its own status (or 500), its message (or `Error`), the time (B6.1). */
export function toPageError(thrown: unknown): PageError {
  const { statusCode, status, response, message } = Object(thrown) as Record<string, unknown>;
  const text = typeof thrown === "string" ? thrown : message;
  return {
    statusCode: [statusCode, status, Object(response).status].find(isStatus) ?? 500,
    message: (typeof text === "string" && text) || "Error",
    at: Date.now(),
  };
}

function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}

export type PageErrorStore = ReturnType<typeof createPageErrorStore>;

/** Holds the error that replaces the page while it is set. */
export function createPageErrorStore(initial: PageError | null = null) {
  const store = createStore(initial);
  return {
    ...store,
    /** Shows the error page for any thrown value; null, undefined and "" clear it. */
    set(thrown: unknown) {
      const next = thrown === null || thrown === undefined || thrown === "" ? null : toPageError(thrown);
      if (next !== store.get()) store.set(next);
    },
  };
}
