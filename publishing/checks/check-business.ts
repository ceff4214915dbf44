import type { Site } from "../../content-model/schema/site.ts";
import { error, type Problem, warning } from "./problem.ts";

/** Checks for business facts that visitors and search engines look for. */
export function checkBusiness(
  site: Site,
  { siteUrl, siteFile }: { siteUrl: string; siteFile: string },
): Problem[] {
  const problems: Problem[] = [];
  if (site.openingHours.length === 0) {
    problems.push(warning("brakuje godzin treningów (openingHours)", siteFile));
  }
  if (!site.trainer) {
    problems.push(
      warning(
        "brakuje osoby, która prowadzi treningi (trainer): imienia, portretu i zdania od niej",
        siteFile,
      ),
    );
  } else if (!site.trainer.photo) {
    problems.push(warning("brakuje portretu osoby, która prowadzi treningi (trainer.photo)", siteFile));
  }
  if (site.url !== undefined && site.url.replace(/\/$/, "") !== siteUrl) {
    problems.push(
      error(`adres witryny w treści (${site.url}) jest inny niż ustawienie SITE_URL (${siteUrl})`, siteFile),
    );
  }
  return problems;
}
