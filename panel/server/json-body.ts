import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import * as z from "zod/mini";
import { sendError } from "./env.ts";

/** Middleware that reads the body as JSON of this shape: anything else is a 400, and the handler gets checked values. */
export function jsonBody<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("json", (value, c): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  });
}

/** The same for the query of an address. */
export function query<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("query", (value, c): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  });
}

export function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => sendError(c, 413, "too-large") });
}

/** What a device or its passkey is called. */
export const deviceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** A passkey's answer; the library checks the rest of it. */
export const credential = z.looseObject({ id: z.string(), response: z.looseObject({}) });

const bytes = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number));

/** In the query of a part of a file: how many bytes come before it, and the size of the whole. */
export const partOfFile = { from: bytes, size: bytes };
