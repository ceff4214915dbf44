import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { LoggableError } from "../enquiries/log.ts";
import { ifThere } from "./releases.ts";

const siteSchema = z.object({
  version: z.string(),
  /** Page path to its file in `build/client`. */
  pages: z.record(z.string(), z.string()),
  /** Paths of pages whose content says `published: false`. */
  unpublished: z.array(z.string()),
  /** For the content security policy: `sha256-...` of every inline script and style. */
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** What the content still lacks for a real site; older releases do not say. */
  launch: z.optional(
    z.object({
      /** Places that still hold sample data. */
      samples: z.number(),
      openingHours: z.boolean(),
    }),
  ),
});

const businessSchema = z.object({
  site: z.object({
    name: z.string(),
    phone: z.object({ label: z.string() }),
    email: z.string(),
    answerTime: z.string(),
  }),
  payloads: z.object({ "/kontakt": z.object({ goals: z.array(z.string()) }) }),
});

/** What the build says about itself. */
export type Site = z.infer<typeof siteSchema>;

/** The facts of the content that enquiries need, as the pages show them. */
export type Business = { name: string; phone: string; email: string; answerTime: string; goals: string[] };

/** Reads the facts of a build from its folder; undefined when there is none. */
export function readBuild(buildDir: string): { site: Site; business: Business } | undefined {
  const text = ifThere(() => readFileSync(join(buildDir, "site.json"), "utf8"), undefined);
  if (text === undefined) return undefined;
  return { site: parseFacts(siteSchema, text, "site.json"), business: readBusiness(buildDir) };
}

/** What the form offers and the pages say is what is checked and said in e-mails: both come from the same build. */
function readBusiness(buildDir: string): Business {
  const text = readFileSync(join(buildDir, "server", "data.json"), "utf8");
  const { site, payloads } = parseFacts(businessSchema, text, "server/data.json");
  return { ...site, phone: site.phone.label, goals: payloads["/kontakt"].goals };
}

/** The build wrote the text, so the log may say what is wrong with it. */
function parseFacts<T extends z.ZodMiniType>(schema: T, text: string, file: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error) : "not JSON";
    throw new LoggableError(`The build's ${file} cannot be read: ${reason}`, { cause: error });
  }
}
