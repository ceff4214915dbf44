/** The part of a pino logger that is used here. No field and no message ever holds personal data. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * What may be logged of a fault: its name and codes. Never its message: those of databases and mail servers quote what a
 * visitor typed.
 */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: typeof fault };
  const { code, errcode, responseCode, command } = fault as Error & Record<string, unknown>;
  const known = Object.entries({ code, errcode, responseCode, command });
  return { fault: fault.name, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}
