import { createHash } from "node:crypto";
import type { LoadedFolder } from "../content-model/load.ts";
import { readSite } from "../server/build-facts.ts";
import type { Config } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { type CodeBuild, readCodeBuild } from "./code-build.ts";

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

/** What child processes need, because they read no environment: folders and the site's settings, nothing secret. */
export type SharedConfig = ReturnType<typeof sharedConfig>;

export function sharedConfig(config: Config) {
  const { codeDir, dataDir, cacheDir, siteDir, releasesDir, historyDir, contentDir, ownContentDir } = config;
  const folders = { codeDir, dataDir, cacheDir, siteDir, releasesDir, historyDir, contentDir, ownContentDir };
  return { ...folders, settings: siteSettings(config) };
}

/** The inputs of a site besides the code. */
export interface SiteSources extends SiteSettings {
  readonly source: LoadedFolder;
}

export interface SiteSettings {
  /** The site's address without a trailing slash. */
  readonly siteUrl: string;
  readonly retentionDays: number;
  /** Whether this is the real site, whose pages say so if they have sample data. */
  readonly production: boolean;
  /** The enquiry service's address for pages on a static host; our own server injects it at start-up. */
  readonly api: Config["api"];
}

export function siteSettings(config: Config): SiteSettings {
  const { siteUrl, enquiryRetentionDays: retentionDays, production, api } = config;
  return { siteUrl, retentionDays, production, api };
}
