import { LinkChecker, type LinkResult, LinkState } from "linkinator";
import { error, type Finding, unchecked, warning } from "./finding.ts";

interface Addresses {
  /** Where the built site is served now. */
  readonly baseUrl: string;
  /** What its pages call themselves. */
  readonly siteUrl: string;
  readonly paths: readonly string[];
  /** Whether links to other sites can be followed. */
  readonly isOnline: boolean;
}

/** Follows every link of the served pages, places within pages included; links to other sites only with a connection. */
export async function checkLinks({ baseUrl, siteUrl, paths, isOnline }: Addresses): Promise<Finding[]> {
  const isOwn = (link: string) =>
    [baseUrl, siteUrl].some((own) => link === own || link.startsWith(`${own}/`));
  const { links } = await new LinkChecker().check({
    path: paths.map((path) => baseUrl + path),
    recurse: false,
    checkFragments: true,
    timeout: 15_000,
    concurrency: 8,
    urlRewriteExpressions: [{ pattern: startOf(siteUrl), replacement: baseUrl }],
    linksToSkip: async (link) => !isOwn(link) && !isOnline,
  });
  const toOthers = new Set(
    links
      .filter(({ url, state }) => state === LinkState.SKIPPED && /^https?:/.test(url) && !isOwn(url))
      .map(({ url }) => url),
  );
  const findings = links
    .filter(({ state }) => state === LinkState.BROKEN)
    .map((link) => explain(link, { baseUrl, isOwn: isOwn(link.url) }));
  return toOthers.size > 0
    ? [...findings, unchecked(`odnośniki do innych stron (${toOthers.size}): brak połączenia z internetem`)]
    : findings;
}

const startOf = (siteUrl: string) => new RegExp(`^${siteUrl.replaceAll(/\W/g, "\\$&")}(?=/|$)`);

function explain(
  { url, status = 0, parent = "" }: LinkResult,
  { baseUrl, isOwn }: { baseUrl: string; isOwn: boolean },
): Finding {
  const page = parent.replace(baseUrl, "") || "/";
  const target = isOwn ? url.replace(baseUrl, "") || "/" : url;
  const gone = `odnośnik prowadzi donikąd: ${target}`;
  if (isOwn || status === 404 || status === 410) return error(gone, page);
  const reason = status === 0 ? "strona nie odpowiedziała" : `odpowiedź ${status}`;
  return warning(`odnośnika nie udało się otworzyć (${reason}), sprawdź go w przeglądarce: ${target}`, page);
}
