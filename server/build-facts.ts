import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { isSampleText } from "../content-model/samples.ts";
import { LoggableError } from "../enquiries/log.ts";
import { siteFactsSchema } from "../enquiries/site-facts.ts";
import { catchMissing } from "./durable-files.ts";

const siteSchema = z.object({
  version: z.string(),
  /** Maps the path of a page to its static file. */
  pages: z.record(z.string(), z.string()),
  /** Paths of pages with `published: false`. */
  unpublished: z.array(z.string()),
  /** For the content security policy: `sha256-...` of every inline script and style. */
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** Changes whenever the code or the settings of the pages change. */
  basis: z.optional(z.string()),
  /** The version of the code that made it; older releases lack it. */
  code: z.optional(z.string()),
  business: siteFactsSchema,
});

export type Site = z.infer<typeof siteSchema>;

/** Reads the facts of a built site; undefined if there is none. */
export function readSite(folder: string): Site | undefined {
  const text = catchMissing(() => readFileSync(join(folder, "site.json"), "utf8"), undefined);
  if (text === undefined) return undefined;
  try {
    return siteSchema.parse(JSON.parse(text));
  } catch (error) {
    // The build wrote this file, so the log may quote its errors.
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : "not JSON";
    throw new LoggableError(`The build's site.json cannot be read: ${reason}`, { cause: error });
  }
}

/** A site that gives only the sample's phone and e-mail is nobody's: earlier versions published the sample by themselves. */
export function isOwners({ business: { phone, email } }: Pick<Site, "business">): boolean {
  return [phone, email].some((contact) => contact !== "" && !isSampleText(contact));
}
