import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestTarget } from "./request-target.ts";

export type HttpEnv = {
  Bindings: HttpBindings & { target: RequestTarget };
  Variables: {
    requestId: string;
    /** The path as it was asked for, still percent-encoded; empty when the address is refused. */
    path: string;
    /** The query with its question mark, or empty. */
    search: string;
    /** Why the address itself is refused. */
    badAddress: Extract<RequestTarget, { ok: false }> | undefined;
    /** Whether the answer is a file, whose head is complete. */
    isFile?: true;
  };
};

export type HttpContext = Context<HttpEnv>;
export type Middleware = MiddlewareHandler<HttpEnv>;
export type Handler = (c: HttpContext) => Response | Promise<Response>;
