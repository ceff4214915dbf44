import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";

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
  badAddress?: BadAddress;
};

type BadAddress = { statusCode: 400 | 414; message: string };

const maxLength = 4096;

/**
 * Splits an HTTP request target into path and query, both unchanged, or returns the 4xx for it. `raw` must be the raw target: a URL parser
 * would silently resolve what is rejected here.
 */
export function parseRequestTarget(raw: string): RequestTarget {
  if (raw.length > maxLength) return refused({ statusCode: 414, message: "URI Too Long" });
  const target = raw.replace(/^https?:\/\/[^/?]*/i, "") || "/";
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  if (!isWellFormed(path) || !/^[\x21-\x7e]*$/.test(search) || /%00/.test(search)) {
    return refused({ statusCode: 400, message: "Bad Request" });
  }
  return { path, search };
}

const refused = (badAddress: BadAddress) => ({ path: "", search: "", badAddress });

function isWellFormed(path: string): boolean {
  if (!/^\/[\x21-\x7e]*$/.test(path) || /[\\#]/.test(path)) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !/[\p{Cc}\\]/u.test(decoded) && !decoded.split("/").some((part) => part === "." || part === "..");
  } catch {
    return false;
  }
}
