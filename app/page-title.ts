import type { SitePayload } from "./payload-types.ts";
import type { PageError } from "./shell/page-error.ts";

/** The document's title: the page's title followed by the brand, or the error's message (B6.2). */
export function pageTitle(
  site: SitePayload,
  meta: { title: string } | undefined,
  error?: PageError | null,
): string {
  if (error) return error.message || "Error";
  return meta ? `${meta.title} – ${site.name}` : site.name;
}
