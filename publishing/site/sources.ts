import type { Config } from "../../server/config.ts";

/** What a site is made of, beside the code. */
export interface SiteSources {
  readonly contentDir: string;
  /** Where the site is reached, without a slash at the end. */
  readonly siteUrl: string;
  readonly retentionDays: number;
  /** Whether this is the real site: pages with sample data then say so. */
  readonly production: boolean;
  /** Where a page on a static host finds the enquiry service; our own server says it when it starts. */
  readonly api: Config["api"];
}

export function sourcesOf(config: Config): SiteSources {
  const { contentDir, siteUrl, enquiryRetentionDays: retentionDays, production, api } = config;
  return { contentDir, siteUrl, retentionDays, production, api };
}
