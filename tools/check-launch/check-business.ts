import type { Site } from "../../content-model/schema/site.ts";
import { error, type Finding, warning } from "../../publishing/checks/finding.ts";

/** Facts of the business that visitors and search engines look for. */
export function checkBusiness(
  site: Site,
  { siteUrl, siteFile }: { siteUrl: string; siteFile: string },
): Finding[] {
  const findings: Finding[] = [];
  if (site.openingHours.length === 0) {
    findings.push(warning("brakuje godzin spotkań (openingHours)", siteFile));
  }
  if (site.url !== undefined && site.url.replace(/\/$/, "") !== siteUrl) {
    findings.push(
      error(`adres witryny w treści (${site.url}) jest inny niż ustawienie SITE_URL (${siteUrl})`, siteFile),
    );
  }
  return findings;
}
