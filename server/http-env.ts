import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestTarget } from "./request-target.ts";

export type HttpEnv = {
  Bindings: HttpBindings & RequestTarget & { requestId: string };
  /** Whether the answer is a file, whose headers are complete. */
  Variables: { isFile?: true };
};

export type HttpContext = Context<HttpEnv>;
export type Middleware = MiddlewareHandler<HttpEnv>;
export type Handler = (c: HttpContext) => Response | Promise<Response>;
