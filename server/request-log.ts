import type { Middleware } from "./http-env.ts";
import type { Logger } from "./logger.ts";

type LogDeps = {
  isOurs: (path: string) => boolean;
  isPart: (path: string) => boolean;
  now: () => number;
};

/**
 * Logs one line per request: pages and services at `info`, their assets at `debug`. Unknown paths, queries and headers are a visitor's own
 * text and are never logged.
 */
export function logRequests(log: Logger, { isOurs, isPart, now }: LogDeps): Middleware {
  return async (c, next) => {
    const startedAt = now();
    await next();
    const path = c.env.path;
    const fields = {
      requestId: c.env.requestId,
      method: c.req.method,
      path: isOurs(path) ? path : "(unknown)",
      status: c.res.status,
      durationMs: now() - startedAt,
    };
    log[isPart(path) ? "debug" : "info"](fields, "request");
  };
}
