import { join } from "node:path";
import { loadContent } from "../../content-model/load.ts";
import { checkBusiness } from "../../publishing/checks/check-business.ts";
import { checkPhotos } from "../../publishing/checks/check-photos.ts";
import { checkPrivacy } from "../../publishing/checks/check-privacy.ts";
import { type Check, isError } from "../../publishing/checks/problem.ts";
import type { Config } from "../../server/config.ts";
import { checkBackup } from "./check-backup.ts";
import { checkContrast } from "./check-contrast.ts";
import { checkMailDomain } from "./check-mail-domain.ts";
import { checkNode } from "./check-node.ts";
import { checkSamples } from "./check-samples.ts";
import { checkSettings } from "./check-settings.ts";
import { checkTerms } from "./check-terms.ts";
import type { LookUp } from "./look-up.ts";
import { checkRelease } from "./release/check-release.ts";

export interface LaunchReport {
  readonly ready: boolean;
  readonly checks: readonly Check[];
}

interface Subject {
  /** The site in `siteDir` must have been built from the content in `contentDir`. */
  readonly config: Config;
  readonly dkimSelector?: string | undefined;
}

/** Checks content, settings and the built site; throws ContentError if the content cannot be read. */
export async function runLaunchChecks(
  { config, dkimSelector }: Subject,
  { lookUp, now, nodeVersion }: { lookUp: LookUp; now: Date; nodeVersion: string },
): Promise<LaunchReport> {
  const { contentDir, siteDir, siteUrl } = config;
  const content = loadContent(contentDir);
  const [siteFile, privacyFile, contactFile, offerFile] = ["site", "prywatnosc", "kontakt", "oferta"].map(
    (name) => join(contentDir, `${name}.yaml`),
  ) as [string, string, string, string];
  const from = config.mailFrom ?? content.site.email;
  const isOnline = await lookUp.isOnline();
  const checks: Check[] = [
    { name: "Dane przykładowe", problems: checkSamples(contentDir) },
    { name: "Dane firmy", problems: checkBusiness(content.site, { siteUrl, siteFile }) },
    { name: "Dane osobowe", problems: checkPrivacy(content, { siteFile, privacyFile, contactFile }) },
    { name: "Zasady i ceny", problems: checkTerms(content, offerFile) },
    { name: "Ustawienia", problems: checkSettings(config) },
    { name: "Program", problems: await checkNode(nodeVersion, lookUp, now) },
    { name: "Poczta", problems: await checkMailDomain({ from, dkimSelector }, lookUp) },
    { name: "Zdjęcia", problems: checkPhotos(content, contentDir) },
    { name: "Kolor", problems: checkContrast(content.site.accent, siteFile) },
    ...(await checkRelease(siteDir, config, { isOnline })),
    { name: "Kopia zapasowa", problems: await checkBackup(config, now) },
  ];
  return { ready: !checks.some(({ problems }) => problems.some(isError)), checks };
}
