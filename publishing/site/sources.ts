import type { LoadedFolder } from "../../content-model/load.ts";
import type { Config } from "../../server/config.ts";

/** What a site is made of, beside the code. */
export interface SiteSources extends SiteSettings {
  readonly source: LoadedFolder;
}

export interface SiteSettings {
  /** Where the site is reached, without a slash at the end. */
  readonly siteUrl: string;
  readonly retentionDays: number;
  /** Whether this is the real site: pages with sample data then say so. */
  readonly production: boolean;
  /** Where a page on a static host finds the enquiry service; our own server says it when it starts. */
  readonly api: Config["api"];
}

export function siteSettings(config: Config): SiteSettings {
  const { siteUrl, enquiryRetentionDays: retentionDays, production, api } = config;
  return { siteUrl, retentionDays, production, api };
}
