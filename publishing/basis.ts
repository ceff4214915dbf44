import { createHash } from "node:crypto";
import { readSite } from "../server/build-facts.ts";
import type { Config } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { type CodeBuild, readCodeBuild } from "./code-build.ts";
import { type SiteSettings, siteSettings } from "./site/sources.ts";

/** A hash of the code version and settings that a release was built with. */
export function basisOf(code: CodeBuild, { api: _api, ...settings }: SiteSettings): string {
  const text = JSON.stringify([code.version, Object.entries(settings).sort()]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Whether the served release was built by another code version or with other settings. */
export function isOutdated(config: Config): boolean {
  const code = readCodeBuild(config.codeDir);
  return code !== undefined && servedBasis(config) !== basisOf(code, siteSettings(config));
}

function servedBasis(config: Config): string | undefined {
  try {
    return readSite(findServedDir(config))?.basis;
  } catch {
    return undefined;
  }
}
