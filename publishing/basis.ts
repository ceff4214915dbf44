import { createHash } from "node:crypto";
import { readSite } from "../server/build-facts.ts";
import type { Config } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { type CodeBuild, readCodeBuild } from "./code-build.ts";
import { type SiteSettings, siteSettings } from "./site/sources.ts";

/** Tells whether a release was made by this code with these settings. */
export function basisOf(code: CodeBuild, { api: _told, ...settings }: SiteSettings): string {
  const text = JSON.stringify([code.version, Object.entries(settings).sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Whether what visitors see was made by other code or with other settings than the present ones. */
export function isOutdated(config: Config): boolean {
  const code = readCodeBuild(config.codeDir);
  return code !== undefined && basisShown(config) !== basisOf(code, siteSettings(config));
}

function basisShown(config: Config): string | undefined {
  try {
    return readSite(findServedDir(config))?.basis;
  } catch {
    return undefined;
  }
}
