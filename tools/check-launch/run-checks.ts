import { valueAt } from "../../content-model/path.ts";
import { readContentFolder } from "../../content-model/read-content.ts";
import { readLastBackup } from "../../enquiries/owner/database-file.server.ts";
import { offsiteFacts } from "../../panel/server/backups/offsite/record.ts";
import {
  checkPages,
  linkProblem,
  linksIn,
  type Page,
  readPages,
} from "../../publishing/checks/check-pages.ts";
import { type Check, error, type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";
import { leftToDo } from "../../publishing/launch/left-to-do.ts";
import { readSite } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { checkMailDomain } from "./check-mail-domain.ts";
import { checkNode } from "./check-node.ts";
import type { LookUp } from "./look-up.ts";

interface Subject {
  /** The site in `siteDir` must have been built from the content in `contentDir`. */
  readonly config: Config;
  readonly dkimSelector?: string | undefined;
}

/** The list of what is left to do, and what only the server or the internet can tell. */
export async function runLaunchChecks(
  { config, dkimSelector }: Subject,
  { lookUp, now, nodeVersion, get }: { lookUp: LookUp; now: Date; nodeVersion: string; get?: typeof fetch },
): Promise<Check[]> {
  const { contentDir, siteDir, siteUrl } = config;
  const raw = readContentFolder(contentDir);
  const tasks = leftToDo(raw, {
    siteUrl,
    mailConfigured: config.smtpUrl !== undefined,
    lastBackup: await readLastBackup(config.dataDir),
    offsite: offsiteFacts(config.dataDir, now.getTime()),
    isPublished: currentRelease(config.releasesDir) !== undefined,
    now,
  });
  const email = valueAt(raw.files.site.value, ["email"]);
  const sender = { from: config.mailFrom ?? String(email ?? ""), dkimSelector };
  const site = readSite(siteDir);
  const pages = site ? readPages(siteDir, site) : [];
  return [
    ...tasks.map(({ name, problems }) => ({ name, problems })),
    { name: "Ustawienia serwera", problems: checkSettings(config) },
    { name: "Program", problems: await checkNode(nodeVersion, now, get) },
    { name: "Domena poczty", problems: sender.from ? await checkMailDomain(sender, lookUp) : [] },
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
        "strona działa za serwerem pośredniczącym (Caddy, nginx), a ustawienie jest puste: wszystkie osoby mają wspólny limit wiadomości. Wpisz adres pośrednika, zwykle 127.0.0.1",
        "TRUSTED_PROXIES",
      ),
    );
  }
  if (enquiryLimits === "off")
    problems.push(error("limity zapytań są wyłączone; usuń to ustawienie", "ENQUIRY_LIMITS"));
  if (!production) problems.push(warning("na prawdziwej stronie ustaw NODE_ENV=production", "NODE_ENV"));
  return problems;
}

/** Follows the links to other sites, each once; offline it says how many were not followed. */
export async function checkOtherLinks(
  pages: readonly Pick<Page, "path" | "html">[],
  { siteUrl, isOnline }: { siteUrl: string; isOnline: boolean },
): Promise<Problem[]> {
  const pageOf = new Map<string, string>();
  for (const { path, html } of pages.toReversed()) {
    for (const link of linksIn(html)) {
      const { protocol = "", origin } = URL.parse(link, siteUrl) ?? {};
      if (/^https?:/.test(protocol) && origin !== new URL(siteUrl).origin) pageOf.set(link, path);
    }
  }
  if (!isOnline && pageOf.size > 0)
    return [unchecked(`odnośniki do innych stron (${pageOf.size}): brak połączenia z internetem`)];
  const problems = await Promise.all([...pageOf].map(([link, page]) => follow(link, page)));
  return problems.flat();
}

async function follow(link: string, page: string): Promise<Problem[]> {
  const answer = await fetch(link, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer?.ok) return [];
  if (answer?.status === 404 || answer?.status === 410) return [linkProblem(link, page)];
  const reason = answer ? `odpowiedź ${answer.status}` : "strona nie odpowiedziała";
  return [warning(`odnośnika nie udało się otworzyć (${reason}), sprawdź go w przeglądarce: ${link}`, page)];
}
