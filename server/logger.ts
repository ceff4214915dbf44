import { pino } from "pino";
import { describeError } from "../enquiries/log.ts";
import type { Config } from "./config.ts";
import type { HttpEnv } from "./http-env.ts";

export type Logger = pino.Logger;

/**
 * Writes lines to standard output: JSON or, at a terminal, readable text. They are written in batches; `fatal`, `flush` and the end of the
 * process write what waits.
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
  process.stdout.on("error", () => {});
  process.on("exit", flushSync);
  return {
    write(line: string) {
      if (waiting === "") setImmediate(flushSync);
      waiting += format(line) ?? "";
    },
    flushSync,
    flush: flushSync,
  };
}

/** What may be logged of an error, with the stack frames. */
export function describeErrorWithPlace(error: unknown): Record<string, unknown> {
  const stack =
    error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  return { ...describeError(error), stack: stack?.map((line) => line.trim()) };
}

type LogDeps = { isOurs: (path: string) => boolean; isPart: (path: string) => boolean; now: () => number };

/**
 * Logs one line per request: pages and services at `info`, their assets at `debug`. Unknown paths, queries and headers are a visitor's own
 * text and are never logged; nor is the secret in a private link.
 */
export function createRequestLog(log: Logger, { isOurs, isPart, now }: LogDeps) {
  return ({ requestId, incoming, path }: HttpEnv["Bindings"], status: number, startedAt: number): void => {
    const fields = {
      requestId,
      method: incoming.method,
      path: isOurs(path) ? path : (/^\/(?:termin|kalendarz|opinia)\//.exec(path)?.[0] ?? "(unknown)"),
      status,
      durationMs: now() - startedAt,
    };
    log[isPart(path) ? "debug" : "info"](fields, "request");
  };
}

/** Formats a log line for a terminal: `12:05:07 GET /oferta 200 (3 ms)`. Undefined for what the program prints itself. */
export function terminalLine(json: string): string | undefined {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as LogLine;
  if (msg === "listening") return undefined;
  const clock = new Date(time).toTimeString().slice(0, 8);
  if (msg === "request") {
    return `${clock} ${fields.method} ${fields.path} ${fields.status} (${fields.durationMs} ms)\n`;
  }
  const severity = level >= 50 ? "error: " : level >= 40 ? "warning: " : "";
  const { stack: _stack, ...reason } = err ?? {};
  const details = Object.keys(fields).length > 0 || err ? ` ${JSON.stringify({ ...fields, ...reason })}` : "";
  return `${clock} ${severity}${msg}${details}\n`;
}

type LogLine = {
  time: number;
  level: number;
  msg: string;
  err?: Record<string, unknown>;
  [field: string]: unknown;
};
