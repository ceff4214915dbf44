import { createHash } from "node:crypto";
import type { CodeBuild } from "./code-build.ts";
import type { SiteSettings } from "./site/sources.ts";

/** Tells whether a release was made by this code with these settings. */
export function basisOf(code: CodeBuild, { api: _told, ...settings }: SiteSettings): string {
  const text = JSON.stringify([code.version, Object.entries(settings).sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
