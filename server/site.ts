import { readFileSync } from "node:fs";
import * as z from "zod";

const siteSchema = z.object({
  version: z.string(),
  /** Page path to its file in `build/client`. */
  pages: z.record(z.string(), z.string()),
  /** Paths of pages whose content says `published: false`. */
  unpublished: z.array(z.string()),
  /** For the content security policy: `sha256-...` of every inline script and style. */
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
});

/** What the build says about itself. */
export type Site = z.infer<typeof siteSchema>;

/** Reads `build/site.json`; undefined when there is no build. */
export function readSite(file: string): Site | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return siteSchema.parse(JSON.parse(text));
}
