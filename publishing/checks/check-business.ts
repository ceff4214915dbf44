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
  problems.push(...checkTrainer(site, siteFile));
  if (site.url !== undefined && site.url.replace(/\/$/, "") !== siteUrl) {
    problems.push(
      error(`adres witryny w treści (${site.url}) jest inny niż ustawienie SITE_URL (${siteUrl})`, siteFile),
    );
  }
  return problems;
}

/** Checks that visitors learn the trainer's name and face. */
export function checkTrainer({ trainer }: Site, siteFile: string): Problem[] {
  if (!trainer) {
    return [
      warning(
        "brakuje osoby, która prowadzi treningi (trainer): imienia, portretu i zdania od niej",
        siteFile,
      ),
    ];
  }
  return trainer.photo
    ? []
    : [warning("brakuje portretu osoby, która prowadzi treningi (trainer.photo)", siteFile)];
}
