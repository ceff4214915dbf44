import type { Context, MiddlewareHandler, TypedResponse } from "hono";
import type { Session } from "../../accounts/sessions.ts";

/** Set by `admission.ts`; no session at the calls that it lets in without one. */
export type PanelEnv = { Variables: { session: Session } };

export type PanelMiddleware = MiddlewareHandler<PanelEnv>;

/** The reason in an error response; the browser has the words for each. */
export type ErrorCode =
  | "bad-request"
  | "busy"
  | "foreign-origin"
  | "has-owner"
  | "failed"
  | "needs-passkey"
  | "no-room"
  | "not-found"
  | "refused"
  | "signed-out"
  | "suspended"
  | "too-large"
  | "too-many"
  | "too-slow";

export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 503;

/** In the browser, calls reject on error responses, so these are left out of the types of the answers. */
type ErrorResponse = Response & TypedResponse<never>;

export function sendError(c: Context, status: ErrorStatus, error: ErrorCode): ErrorResponse {
  return c.json({ error }, status) as unknown as ErrorResponse;
}
