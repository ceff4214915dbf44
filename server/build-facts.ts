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
  /** How e-mails look and who signs them; older releases do not say. */
  accent: z.optional(z.string()),
  signature: z.optional(z.array(z.string())),
  /** What the form offers to choose from. */
  goals: z.array(z.string()),
});

const siteSchema = z.object({
  version: z.string(),
  /** Page path to its file among the static files. */
  pages: z.record(z.string(), z.string()),
  /** Queries with which the contact page comes with a filled form. */
  prefills: z.optional(z.array(z.string())),
  /** Paths of pages whose content says `published: false`. */
  unpublished: z.array(z.string()),
  /** For the content security policy: `sha256-...` of every inline script and style. */
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** Changes with the code and the settings that the pages were made with. */
  basis: z.optional(z.string()),
  business: businessSchema,
  /** What the content still lacks for a real site; older releases do not say. */
  launch: z.optional(
    z.object({
      /** Places that still hold sample data. */
      samples: z.number(),
      openingHours: z.boolean(),
    }),
  ),
});

export type Site = z.infer<typeof siteSchema>;

/** The facts of the content that enquiries need, as the pages show them. */
export type Business = z.infer<typeof businessSchema>;

/** Reads the facts of a built site; undefined where there is none. */
export function readSite(folder: string): Site | undefined {
  const text = ifExists(() => readFileSync(join(folder, "site.json"), "utf8"), undefined);
  if (text === undefined) return undefined;
  try {
    return siteSchema.parse(JSON.parse(text));
  } catch (error) {
    // The build wrote the text, so the log may say what is wrong with it.
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : "not JSON";
    throw new LoggableError(`The build's site.json cannot be read: ${reason}`, { cause: error });
  }
}
