import type { LoadedFolder } from "../../content-model/load.ts";
import type { Config } from "../../server/config.ts";

/** The inputs of a site besides the code. */
export interface SiteSources extends SiteSettings {
  readonly source: LoadedFolder;
}

export interface SiteSettings {
  /** The site's address without a trailing slash. */
  readonly siteUrl: string;
  readonly retentionDays: number;
  /** Whether this is the real site: pages with sample data then say so. */
  readonly production: boolean;
  /** The enquiry service's address for pages on a static host; our own server injects it at start-up. */
  readonly api: Config["api"];
}

export function siteSettings(config: Config): SiteSettings {
  const { siteUrl, enquiryRetentionDays: retentionDays, production, api } = config;
  return { siteUrl, retentionDays, production, api };
}
