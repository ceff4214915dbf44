import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { LoggableError } from "../enquiries/log.ts";
import { ifExists } from "./releases.ts";

const businessSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  answerTime: z.string(),
  /** The colour and signature of e-mails; older releases lack it. */
  accent: z.optional(z.string()),
  signature: z.optional(z.array(z.string())),
  /** The choices in the form. */
  goals: z.array(z.string()),
});

const siteSchema = z.object({
  version: z.string(),
  /** Maps the path of a page to its static file. */
  pages: z.record(z.string(), z.string()),
  /** Queries for which the contact page has a prefilled form. */
  prefills: z.optional(z.array(z.string())),
  /** Paths of pages with `published: false`. */
  unpublished: z.array(z.string()),
  /** For the content security policy: `sha256-...` of every inline script and style. */
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** Changes whenever the code or the settings of the pages change. */
  basis: z.optional(z.string()),
  /** The version of the code that made it; older releases lack it. */
  code: z.optional(z.string()),
  business: businessSchema,
});

export type Site = z.infer<typeof siteSchema>;

/** The facts of the content that enquiries need, as shown on the pages. */
export type Business = z.infer<typeof businessSchema>;

/** Reads the facts of a built site; undefined if there is none. */
export function readSite(folder: string): Site | undefined {
  const text = ifExists(() => readFileSync(join(folder, "site.json"), "utf8"), undefined);
  if (text === undefined) return undefined;
  try {
    return siteSchema.parse(JSON.parse(text));
  } catch (error) {
    // The build wrote this file, so the log may quote its errors.
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : "not JSON";
    throw new LoggableError(`The build's site.json cannot be read: ${reason}`, { cause: error });
  }
}
