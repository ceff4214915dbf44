import type { Middleware } from "./http-env.ts";
import type { Logger } from "./logger.ts";

type LogDeps = {
  isOurs: (path: string) => boolean;
  isPart: (path: string) => boolean;
  now: () => number;
};

/**
 * Writes one line a request: pages and services at `info`, their parts at `debug`. An address that is not ours is in
 * a visitor's own words, as are queries and headers, so none of them is written.
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
