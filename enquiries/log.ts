/** The part of a pino logger that is used here. No field and no message ever holds personal data. */
export type Log = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

/** An error whose message is ours and quotes nothing that a visitor typed, so it may be logged. */
export class LoggableError extends Error {
  override readonly name = "LoggableError";
}

/**
 * Returns what may be logged about an error: its name and codes, and its message only if it is ours. Messages of databases and
 * mail servers quote what a visitor typed.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, errcode, responseCode, command } = error as Error & Record<string, unknown>;
  const message = error instanceof LoggableError ? error.message : undefined;
  return { error: error.name, message, code, errcode, responseCode, command };
}
