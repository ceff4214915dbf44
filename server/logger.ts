import { pino } from "pino";
import { describeError } from "../enquiries/log.ts";
import type { Config } from "./config.ts";
import { terminalLine } from "./terminal-log.ts";

export type Logger = pino.Logger;

/**
 * Writes lines to standard output: JSON or, at a terminal, readable text. They are written in batches; `fatal` and the end of the process
 * flush them.
 */
export function createLogger(level: Config["logLevel"], { isTerminal = false } = {}): Logger {
  const destination = createDestination(isTerminal ? terminalLine : (line) => line);
  return pino({ level, base: null, serializers: { err: describeErrorWithPlace } }, destination);
}

/** Lines of one turn of the event loop are one write. If the reader has gone, the site goes on without a log. */
function createDestination(format: (line: string) => string | undefined) {
  let waiting = "";
  const flushSync = () => {
    process.stdout.write(waiting);
    waiting = "";
  };
  flushAtExit(flushSync);
  return {
    write(line: string) {
      if (waiting === "") setImmediate(flushSync);
      waiting += format(line) ?? "";
    },
    flushSync,
  };
}

const flushes: (() => void)[] = [];

/** One listener for all loggers of the process. */
function flushAtExit(flush: () => void): void {
  if (flushes.push(flush) > 1) return;
  process.stdout.on("error", () => {});
  process.on("exit", () => {
    for (const each of flushes) each();
  });
}

/** What may be logged of an error, with the stack frames. */
export function describeErrorWithPlace(error: unknown): Record<string, unknown> {
  const stack =
    error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  return { ...describeError(error), stack: stack?.map((line) => line.trim()) };
}
