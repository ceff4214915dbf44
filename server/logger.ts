import { pino } from "pino";
import { describeFault } from "../enquiries/log.ts";
import type { Config } from "./config.ts";

export type Logger = pino.Logger;

/** JSON lines on standard output, written in batches while it is busy; `fatal` and the end of the process flush them. */
export function createLogger(level: Config["logLevel"]): Logger {
  return pino({ level, base: null, serializers: { err: describeFaultWithPlace } }, createDestination());
}

/** What comes in one turn of the event loop is one write. Nobody may be reading any more, and the site goes on without. */
function createDestination() {
  let waiting = "";
  const flushSync = () => {
    process.stdout.write(waiting);
    waiting = "";
  };
  process.stdout.on("error", () => {});
  process.on("exit", flushSync);
  return {
    write(line: string) {
      if (waiting === "") setImmediate(flushSync);
      waiting += line;
    },
    flushSync,
  };
}

/** What may be logged of an error, with the place in the code where it was thrown. */
export function describeFaultWithPlace(fault: unknown): Record<string, unknown> {
  const stack =
    fault instanceof Error ? fault.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  return { ...describeFault(fault), stack: stack?.map((line) => line.trim()) };
}
