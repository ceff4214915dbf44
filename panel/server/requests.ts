import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import * as z from "zod/mini";
import type { ActResult } from "../../enquiries/owner/inbox.ts";
import { type PanelMiddleware, sendError } from "./env.ts";

const reads = new Set(["GET", "HEAD"]);

/**
 * CSRF protection: a write needs this site's Origin and a header that our script adds and neither forms nor foreign pages can. Reads pass,
 * because they change nothing (P2.6, T4).
 */
export function refuseForeignWrites(siteUrl: string): PanelMiddleware {
  return async (c, next) => {
    if (reads.has(c.req.method)) return next();
    const site = c.req.header("Sec-Fetch-Site") ?? "same-origin";
    const isOurs =
      c.req.header("Origin") === siteUrl && site === "same-origin" && c.req.header("X-Panel") === "1";
    return isOurs ? next() : sendError(c, 403, "foreign-origin");
  };
}

/** For irreversible actions: needs a passkey, link or code used in the last ten minutes (P2.4, T10). */
export const requireFresh: PanelMiddleware = async (c, next) =>
  c.get("session").fresh ? next() : sendError(c, 403, "needs-passkey");

/** Middleware that validates the JSON body; anything else is a 400 (T3). */
export const jsonBody = <Schema extends z.ZodMiniType>(schema: Schema) => validator("json", parseBy(schema));

/** The same for the query string. */
export const query = <Schema extends z.ZodMiniType>(schema: Schema) => validator("query", parseBy(schema));

function parseBy<Schema extends z.ZodMiniType>(schema: Schema) {
  return (value: unknown, c: Context): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  };
}

/** The answer after an action of the owner's. */
export async function done(c: Context, acted: Promise<ActResult>) {
  const result = await acted;
  if (result === "missing") return sendError(c, 404, "not-found");
  return result === "changed" ? sendError(c, 409, "changed") : c.body(null, 204);
}

export function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => sendError(c, 413, "too-large") });
}

/** The name of a device or its passkey. */
export const deviceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** A passkey's response; the library validates the rest. */
export const credential = z.looseObject({ id: z.string(), response: z.looseObject({}) });

const bytes = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number));

/** The query of a file part: its offset and the size of the file. */
export const partOfFile = { from: bytes, size: bytes };
