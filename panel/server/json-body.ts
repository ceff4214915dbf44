import { bodyLimit } from "hono/body-limit";
import { validator } from "hono/validator";
import * as z from "zod/mini";
import { sendError } from "./env.ts";

/** Middleware that validates the JSON body; anything else is a 400 (T3). */
export function jsonBody<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("json", (value, c): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  });
}

/** The same for the query string. */
export function query<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("query", (value, c): z.output<Schema> | Response => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : sendError(c, 400, "bad-request");
  });
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
