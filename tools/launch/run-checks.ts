import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadContent } from "../../content-model/load.ts";
import type { Site } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { withServedRelease } from "../publish/serve-release.ts";
import { checkBackup } from "./check-backup.ts";
import { checkBusiness } from "./check-business.ts";
import { checkContrast } from "./check-contrast.ts";
import { type BuiltPage, checkHtml } from "./check-html.ts";
import { checkLinks } from "./check-links.ts";
import { checkMailDomain } from "./check-mail-domain.ts";
import { checkPhotos } from "./check-photos.ts";
import { checkPrivacy } from "./check-privacy.ts";
import { checkSamples } from "./check-samples.ts";
import { checkSettings } from "./check-settings.ts";
import { checkWeight } from "./check-weight.ts";
import type { Finding } from "./finding.ts";
import type { LookUp } from "./look-up.ts";

export interface LaunchReport {
  /** Whether nothing keeps the site from going live. */
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly findings: readonly Finding[] }[];
}

interface Subject {
  readonly config: Config;
  /** The facts of what was built into `config.buildDir` from the content. */
  readonly site: Site;
  readonly dkimSelector?: string | undefined;
}

/** Looks at content, settings and the built site; throws ContentError when the content cannot be read. */
export async function runLaunchChecks(
  { config, site, dkimSelector }: Subject,
  { lookUp, now }: { lookUp: LookUp; now: Date },
): Promise<LaunchReport> {
  const { contentDir, buildDir, siteUrl } = config;
  const content = loadContent(contentDir);
  const clientDir = join(buildDir, "client");
  const pages = await readPages(clientDir, site.pages);
  const [siteFile, privacyFile, contactFile] = ["site", "prywatnosc", "kontakt"].map((name) =>
    join(contentDir, `${name}.yaml`),
  ) as [string, string, string];
  const checks: [name: string, findings: Finding[]][] = [
    ["Dane przykładowe", checkSamples(contentDir)],
    ["Dane firmy", checkBusiness(content.site, { siteUrl, siteFile })],
    ["Dane osobowe", checkPrivacy(content, { siteFile, privacyFile, contactFile })],
    ["Ustawienia", checkSettings(config)],
    ["Poczta", await checkMailDomain({ from: config.mailFrom ?? content.site.email, dkimSelector }, lookUp)],
    ["Zdjęcia", checkPhotos(content, contentDir)],
    ["Kolor", checkContrast(content.site.accent, siteFile)],
    ["Waga stron", checkWeight(clientDir, site.pages)],
    ["Budowa stron", await checkHtml(pages)],
    ["Odnośniki", await followLinks({ config, site }, lookUp)],
    ["Kopia zapasowa", await checkBackup(config, now)],
  ];
  return {
    ready: !checks.some(([, findings]) => findings.some(({ level }) => level === "error")),
    checks: checks.map(([name, findings]) => ({ name, findings })),
  };
}

function readPages(clientDir: string, pages: Site["pages"]): Promise<BuiltPage[]> {
  return Promise.all(
    Object.entries(pages).map(async ([path, file]) => ({
      path,
      html: await readFile(join(clientDir, file), "utf8"),
    })),
  );
}

async function followLinks({ config, site }: Subject, lookUp: LookUp): Promise<Finding[]> {
  const isOnline = await lookUp.isOnline();
  return withServedRelease(config.buildDir, { site, config }, (baseUrl) =>
    checkLinks({ baseUrl, siteUrl: config.siteUrl, paths: Object.keys(site.pages), isOnline }),
  );
}
