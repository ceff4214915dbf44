import { pino } from "pino";
import { describeFault } from "../enquiries/log.ts";
import type { Config } from "./config.ts";

export type Logger = pino.Logger;

/** JSON lines on standard output, written in batches while it is busy; `fatal` and the end of the process flush them. */
export function createLogger(level: Config["logLevel"]): Logger {
  return pino(
    { level, base: null, serializers: { err: describeFaultWithPlace } },
    pino.destination({ dest: 1, sync: false }),
  );
}

/** Name, codes and place of a fault, not its message: those of databases quote what a visitor typed. */
export function describeFaultWithPlace(fault: unknown): Record<string, unknown> {
  const stack =
    fault instanceof Error ? fault.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  return { ...describeFault(fault), stack: stack?.map((line) => line.trim()) };
}
