import { linkProblem, linksIn, type Page } from "../../publishing/checks/check-pages.ts";
import { type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";

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
