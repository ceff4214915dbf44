import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export type HttpEnv = {
  Bindings: HttpBindings & RequestTarget & { requestId: string };
  /** Whether the answer is a file, whose headers are complete. */
  Variables: { isFile?: true };
};

export type HttpContext = Context<HttpEnv>;
export type Middleware = MiddlewareHandler<HttpEnv>;
export type Handler = (c: HttpContext) => Response | Promise<Response>;

export type RequestTarget = {
  /** The requested path, still percent-encoded; empty if the address is rejected. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  /** Why the address is rejected. */
  badAddress?: HttpError;
};

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

const maxLength = 4096;

/**
 * Splits an HTTP request target into path and query, both unchanged, or returns the 4xx for it. `raw` must be the raw target: a URL parser
 * would silently resolve what is rejected here.
 */
export function parseRequestTarget(raw: string): RequestTarget {
  if (raw.length > maxLength) return refused(414, "URI Too Long");
  const target = raw.replace(/^https?:\/\/[^/?]*/i, "") || "/";
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  if (!isWellFormed(path) || !/^[\x21-\x7e]*$/.test(search) || /%00/.test(search))
    return refused(400, "Bad Request");
  return { path, search };
}

const refused = (statusCode: 400 | 414, message: string) => {
  return { path: "", search: "", badAddress: new HttpError(statusCode, message) };
};

function isWellFormed(path: string): boolean {
  if (!/^\/[\x21-\x7e]*$/.test(path) || /[\\#]/.test(path)) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !/[\p{Cc}\\]/u.test(decoded) && !decoded.split("/").some((part) => part === "." || part === "..");
  } catch {
    return false;
  }
}
