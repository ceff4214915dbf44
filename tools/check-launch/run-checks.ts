import { valueAt } from "../../content-model/path.ts";
import { readContentFolder } from "../../content-model/read-content.ts";
import { readLastBackup } from "../../enquiries/owner/database-backup.server.ts";
import { checkPages, readPages } from "../../publishing/checks/check-pages.ts";
import { type Check, error, type Problem, warning } from "../../publishing/checks/problem.ts";
import { leftToDo } from "../../publishing/launch/left-to-do.ts";
import { readSite } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { checkMailDomain } from "./check-mail-domain.ts";
import { checkNode } from "./check-node.ts";
import { checkOtherLinks } from "./check-other-links.ts";
import type { LookUp } from "./look-up.ts";

interface Subject {
  /** The site in `siteDir` must have been built from the content in `contentDir`. */
  readonly config: Config;
  readonly dkimSelector?: string | undefined;
}

/** The list of what is left to do, and what only the server or the internet can tell. */
export async function runLaunchChecks(
  { config, dkimSelector }: Subject,
  { lookUp, now, nodeVersion }: { lookUp: LookUp; now: Date; nodeVersion: string },
): Promise<Check[]> {
  const { contentDir, siteDir, siteUrl } = config;
  const raw = readContentFolder(contentDir);
  const tasks = leftToDo(raw, {
    siteUrl,
    mailConfigured: config.smtpUrl !== undefined,
    lastBackup: await readLastBackup(config.dataDir),
    isPublished: currentRelease(config.releasesDir) !== undefined,
    now,
  });
  const email = valueAt(raw.files.site.value, ["email"]);
  const sender = { from: config.mailFrom ?? String(email), dkimSelector };
  const site = readSite(siteDir);
  const pages = site ? readPages(siteDir, site) : [];
  return [
    ...tasks.map(({ name, problems }) => ({ name, problems })),
    { name: "Ustawienia serwera", problems: checkSettings(config) },
    { name: "Program", problems: await checkNode(nodeVersion, lookUp, now) },
    { name: "Domena poczty", problems: await checkMailDomain(sender, lookUp) },
    ...checkPages(siteDir, siteUrl),
    {
      name: "Odnośniki do innych stron",
      problems: await checkOtherLinks(pages, { siteUrl, isOnline: await lookUp.isOnline() }),
    },
  ];
}

/** Settings that only somebody with access to the server can change. */
export function checkSettings({
  siteUrl,
  host,
  trustedProxies,
  production,
  enquiryLimits,
}: Pick<Config, "siteUrl" | "host" | "production" | "enquiryLimits"> & {
  readonly trustedProxies: readonly string[];
}): Problem[] {
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  const problems: Problem[] = [];
  // Unless the proxy on this machine is trusted, all visitors seem to have its address.
  if (siteUrl.startsWith("https:") && isLoopback && trustedProxies.length === 0) {
    problems.push(
      error(
        "strona stoi za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit wiadomości. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    );
  }
  if (enquiryLimits === "off")
    problems.push(error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"));
  if (!production) problems.push(warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"));
  return problems;
}
