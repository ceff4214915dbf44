import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler, type TypedResponse } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { validator } from "hono/validator";
import * as z from "zod/mini";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import type { ActionResult } from "../../enquiries/owner/inbox.ts";
import type { Settings } from "../../server/settings.ts";
import type { openDeps } from "./deps.ts";
import type { ErrorCode } from "./error-texts.ts";

/** Dependencies of the panel's API; each route takes what it needs. */
export type PanelDeps = Awaited<ReturnType<typeof openDeps>>;

/** Set by `admission.ts`, but not for the calls that it admits without a session. */
type Variables = {
  session: Session;
  /** Writes an action of the session's device to the audit log. */
  record: Accounts["auditLog"]["write"];
};

export type PanelEnv = { Bindings: HttpBindings; Variables: Variables };

export type PanelMiddleware = MiddlewareHandler<PanelEnv>;

/** Routes that the panel's API puts together. */
export const routes = () => new Hono<PanelEnv>();

/** In the browser, calls reject on error responses, so the types of responses leave them out. */
type ErrorResponse = Response & TypedResponse<never>;

export function sendError(c: Context, status: ContentfulStatusCode, error: ErrorCode): ErrorResponse {
  return c.json({ error }, status) as unknown as ErrorResponse;
}

/** What the path names; if there is none, the request ends with 404. */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new HTTPException(404);
  return thing;
}

/** The panel's only cookie. Browsers accept the `__Host-` prefix on https only, so on http it has none (P2.5, T11). */
export function createSessionCookie(settings: Settings) {
  const { serviceUrl } = settings.config();
  const secure = serviceUrl.startsWith("https:");
  const name = secure ? "__Host-panel" : "panel";
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;

  return {
    read: (c: Context) => getCookie(c, name),
    write: (c: Context, token: string) =>
      setCookie(c, name, token, { ...options, maxAge: 30 * 24 * 60 * 60 }),
    remove: (c: Context) => deleteCookie(c, name, options),
  };
}

/** CSRF protection: a write needs this site's Origin and a header that neither forms nor foreign pages can add (P2.6, T4). */
export function refuseForeignWrites(serviceUrl: string): PanelMiddleware {
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const site = c.req.header("Sec-Fetch-Site") ?? "same-origin";
    const isOurs =
      c.req.header("Origin") === serviceUrl && site === "same-origin" && c.req.header("X-Panel") === "1";
    return isOurs ? next() : sendError(c, 403, "foreign-origin");
  };
}

/** For irreversible actions: needs a passkey, link or code used in the last ten minutes (P2.4, T10). */
export const requireFresh: PanelMiddleware = async (c, next) =>
  c.get("session").fresh ? next() : sendError(c, 403, "needs-passkey");

/** Whether a device that another one has let in has still to confirm with a passkey. */
export const isUnprovenGuest = ({ beganWith, fresh }: PanelEnv["Variables"]["session"]) =>
  beganWith === "device" && !fresh;

/** For what outlives a session or cannot be undone: a device that another one has let in needs a fresh passkey (T8). */
export const requireFreshGuest: PanelMiddleware = async (c, next) =>
  isUnprovenGuest(c.get("session")) ? sendError(c, 403, "needs-passkey") : next();

/** For calls that need passkeys: refused where browsers allow none. */
export const requirePasskeys =
  ({ noPasskeys }: Pick<Accounts, "noPasskeys">): PanelMiddleware =>
  async (c, next) =>
    noPasskeys ? sendError(c, 409, "refused") : next();

/** Middleware that validates the JSON body; responds 400 to anything else (T3). */
export const jsonBody = <Schema extends z.ZodMiniType>(schema: Schema) => validator("json", parseBy(schema));

export const query = <Schema extends z.ZodMiniType>(schema: Schema) => validator("query", parseBy(schema));

function parseBy<Schema extends z.ZodMiniType>(schema: Schema) {
  return (value: unknown, c: Context): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  };
}

export async function sendDone(c: Context, acted: Promise<ActionResult> | Promise<void>) {
  const result = await acted;
  if (result === "missing") return sendError(c, 404, "not-found");
  return result === "changed" ? sendError(c, 409, "changed") : c.body(null, 204);
}

/** Answers at once, because the work takes longer than a request may: its result is seen elsewhere. */
export function sendStarted(c: Context, work: Promise<unknown>, log: PanelDeps["log"], failure: string) {
  void work.catch((err: unknown) => log.error({ err }, failure));
  return c.body(null, 202);
}

export function limitBody(maxSize: number) {
  function onError(c: Context) {
    // What is left unread would close the connection, on which the next request may already be on its way.
    void c.req.raw.body?.pipeTo(new WritableStream()).catch(() => {});
    return sendError(c, 413, "too-large");
  }
  return bodyLimit({ maxSize, onError });
}

export const deviceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

export const credential = z.looseObject({ id: z.string(), response: z.looseObject({}) });

const bytes = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number));

/** The SHA-256 of a file that arrives in parts, in the path: the browser can resume after a lost connection. */
export const fileKey = ":key{[0-9a-f]{64}}";

/** Asks for an earlier publication; without `version`, for the draft. */
export const ofVersion = query(z.object({ version: z.optional(z.string()) }));

/** The query of a file part: its offset and the size of the file. */
export const filePart = z.object({ from: bytes, size: bytes });
