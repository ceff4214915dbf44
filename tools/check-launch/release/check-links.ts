import { LinkChecker, type LinkResult, LinkState } from "linkinator";
import type { ServedDocument } from "../../../publishing/checks/check-document.ts";
import { error, type Problem, unchecked, warning } from "../../../publishing/checks/problem.ts";

type Served = Pick<ServedDocument, "path" | "html">;
interface Addresses {
  /** Where the built site is being served for the check. */
  readonly baseUrl: string;
  /** The site's public address, as its pages name it. */
  readonly siteUrl: string;
  /** Whether links to other sites can be followed. */
  readonly followOthers: boolean;
}

/** Follows every link (with its hash), picture and script of the served pages, and everything that the app will request. */
export async function checkLinks(documents: readonly Served[], addresses: Addresses): Promise<Problem[]> {
  const { baseUrl, siteUrl, followOthers } = addresses;
  const isOwn = (link: string) =>
    [baseUrl, siteUrl].some((own) => link === own || link.startsWith(`${own}/`));
  const { links } = await new LinkChecker().check({
    path: documents.map(({ path }) => baseUrl + path),
    recurse: false,
    checkFragments: true,
    timeout: 15_000,
    concurrency: 8,
    urlRewriteExpressions: [{ pattern: startOf(siteUrl), replacement: baseUrl }],
    linksToSkip: async (link) => !isOwn(link) && !followOthers,
  });
  const toOthers = new Set(
    links
      .filter(({ url, state }) => state === LinkState.SKIPPED && /^https?:/.test(url) && !isOwn(url))
      .map(({ url }) => url),
  );
  const paths = documents.map(({ path }) => path);
  const place = (link: LinkResult) => paths.indexOf(pageOf(link, baseUrl));
  return [
    ...links
      .filter(({ state }) => state === LinkState.BROKEN)
      // Responses arrive in any order; the report follows the order of the pages.
      .sort((one, other) => place(one) - place(other) || one.url.localeCompare(other.url))
      .map((link) => explain(link, { baseUrl, isOwn: isOwn(link.url) })),
    ...(await missingParts(documents, baseUrl)),
    ...(toOthers.size > 0
      ? [unchecked(`odnośniki do innych stron (${toOthers.size}): brak połączenia z internetem`)]
      : []),
  ];
}

const startOf = (siteUrl: string) => new RegExp(`^${siteUrl.replaceAll(/\W/g, "\\$&")}(?=/|$)`);

const pageOf = ({ parent = "" }: LinkResult, baseUrl: string) => parent.replace(baseUrl, "") || "/";

function explain(link: LinkResult, { baseUrl, isOwn }: { baseUrl: string; isOwn: boolean }): Problem {
  const { url, status = 0 } = link;
  const page = pageOf(link, baseUrl);
  const target = isOwn ? url.replace(baseUrl, "") || "/" : url;
  if (isOwn || status === 404 || status === 410) return leadsNowhere(target, page);
  const reason = status === 0 ? "strona nie odpowiedziała" : `odpowiedź ${status}`;
  return warning(`odnośnika nie udało się otworzyć (${reason}), sprawdź go w przeglądarce: ${target}`, page);
}

const leadsNowhere = (target: string, page: string) => error(`odnośnik prowadzi donikąd: ${target}`, page);

/** Scripts, styles and data that the app requests and no link names. */
async function missingParts(documents: readonly Served[], baseUrl: string): Promise<Problem[]> {
  const html = documents.map((document) => document.html).join("");
  const named = [...html.matchAll(/\sdata-(?:script|preloads|manifest|late)="([^"]+)"/g)].flatMap(
    ([, list = ""]) => list.split(" "),
  );
  const manifest = named.find((address) => address.endsWith(".json"));
  const payloads = manifest === undefined ? [] : await payloadsOf(baseUrl + manifest);
  const missing = await Promise.all(
    [...new Set([...named, ...payloads])].map(async (address) => {
      const { ok } = await fetch(baseUrl + address, { method: "HEAD" });
      return ok ? [] : [leadsNowhere(address, "/")];
    }),
  );
  return missing.flat();
}

async function payloadsOf(manifest: string): Promise<string[]> {
  const answer = await fetch(manifest);
  if (!answer.ok) return [];
  const { payloads } = (await answer.json()) as { payloads: Record<string, string> };
  return Object.values(payloads);
}
