import { createStore } from "../ui/store.ts";

/** The form in which visitors see any error; `at` is in milliseconds since the epoch. */
export interface PageError {
  readonly statusCode: number;
  readonly message: string;
  readonly at: number;
}

/** An error that knows its HTTP status, which the error page shows. */
export class StatusError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Converts any thrown value: its own status (or 500), its message, the time. */
export function toPageError(thrown: unknown, now: () => number = Date.now): PageError {
  const fields = asRecord(thrown);
  const statusCode =
    asStatus(fields.statusCode) ??
    asStatus(fields.status) ??
    asStatus(asRecord(fields.response).status) ??
    500;
  return { statusCode, message: messageOf(thrown, fields), at: now() };
}

function messageOf(thrown: unknown, fields: Record<string, unknown>): string {
  if (typeof thrown === "string") return thrown;
  return typeof fields.message === "string" ? fields.message : "";
}

function asStatus(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599
    ? value
    : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export interface PageErrorStore {
  get(): PageError | null;
  /** Shows the error page for any thrown value; null, undefined and "" clear it. */
  set(thrown: unknown): void;
  subscribe(listener: () => void): () => void;
}

/** Holds the error that replaces the page while it is set. */
export function createPageErrorStore(
  initial: PageError | null = null,
  now: () => number = Date.now,
): PageErrorStore {
  const { get, set, subscribe } = createStore(initial);
  return {
    get,
    subscribe,
    set(thrown) {
      const next = thrown === null || thrown === undefined || thrown === "" ? null : toPageError(thrown, now);
      if (next !== get()) set(next);
    },
  };
}
