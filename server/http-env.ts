import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export type HttpEnv = {
  Bindings: HttpBindings & ReturnType<typeof parseRequestTarget> & { requestId: string };
  /** Whether the answer is a file, whose headers are complete. */
  Variables: { isFile?: true };
};

export type HttpContext = Context<HttpEnv>;
export type Middleware = MiddlewareHandler<HttpEnv>;
export type Handler = (c: HttpContext) => Response | Promise<Response>;

/** Thrown by whatever cannot answer a request. The site answers with the error; a message is short English for programs. */
export class HttpError extends Error {
  readonly statusCode: ContentfulStatusCode;
  readonly headers: Record<string, string>;

  constructor(statusCode: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}

export const notFound = new HttpError(404, "This page could not be found");

/**
 * Splits an HTTP request target into path and query (with its question mark, or empty), both unchanged: a URL parser would decode and
 * resolve the path, and every page and file has one address only. `raw` is the raw target; proxies may send a whole URL.
 */
export function parseRequestTarget(raw: string) {
  const target = raw.replace(/^https?:\/\/[^/?]*/i, "") || "/";
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  return { path, search };
}
