import { pageTitle } from "../page-title.ts";
import type { SitePayload } from "../payload-types.ts";
import type { Visit } from "./navigation.ts";
import type { PageError } from "./page-error.ts";

/** Updates the document's head to match the page that is shown (B2.4, B6.2). */
export function describePage(site: SitePayload, { pathname, page }: Visit, error: PageError | null): void {
  const shown = error ? null : page;
  const meta = (shown?.content as { meta: { title: string; description: string } } | undefined)?.meta;
  document.title = pageTitle(site, meta, error);
  setMeta("description", meta?.description);
  setMeta("robots", shown?.indexed ? undefined : "noindex");
  setCanonical(pathname);
}

function setMeta(name: string, content: string | undefined): void {
  const meta = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) meta?.remove();
  else if (meta) meta.content = content;
  else document.head.append(Object.assign(document.createElement("meta"), { name, content }));
}

function setCanonical(pathname: string): void {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const link = canonical ?? document.createElement("link");
  // Keeps the current origin, because the site's public address may differ from where this copy is served.
  const { href } = new URL(pathname, canonical?.href ?? location.href);
  document.head.append(Object.assign(link, { rel: "canonical", href }));
}
