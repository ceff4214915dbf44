import { hash } from "node:crypto";
import { readSite } from "../server/build-facts.ts";
import type { Config } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { type CodeBuild, readCodeBuild } from "./code-build.ts";

/** A hash of the code version and settings of a release. Pages get the service's address (`api`) from the running server. */
export function basisOf(code: CodeBuild, { api: _api, ...settings }: SiteSettings): string {
  const text = JSON.stringify([code.version, Object.entries(settings).sort()]);
  return hash("sha256", text).slice(0, 12);
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

export type SiteSettings = Readonly<ReturnType<typeof siteSettings>>;

/** The inputs of a site besides code and content. Of `api`, our own server tells pages at start-up, other hosts from a file. */
export function siteSettings({ siteUrl, enquiryRetentionDays: retentionDays, production, api }: Config) {
  return { siteUrl, retentionDays, production, api };
}
