import { useLayoutEffect, useRef } from "react";
import type { SitePayload } from "../payloads.ts";
import { routeAt } from "../routes.ts";
import type { Visit } from "./navigation.ts";
import { pageTitle } from "./page.ts";
import type { PageError } from "./page-error.ts";
import { useSite } from "./runtime.tsx";
import { hashTarget, scrollToVisit, trackScrollPosition } from "./scrolling.ts";

/** Once a visit is rendered, scrolls, updates the document's head and moves the focus (B2.4). */
export function useVisitEffects(visit: Visit, error: PageError | null): void {
  const site = useSite();
  const shown = useRef<{ visit: Visit; error: PageError | null }>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { visit, error };
    // Only a document's first page may contain guessed heights.
    if (before) delete document.documentElement.dataset.fresh;
    const isNewVisit = before?.visit !== visit;
    // Scroll before focusing: one layout instead of two.
    const stopScrolling = isNewVisit ? scrollToVisit(visit) : undefined;
    // The first document describes its page, unless that failed while hydrating.
    const isElsewhere = before
      ? before.visit.pathname !== visit.pathname || before.error !== error
      : error !== null && document.title !== error.message;
    if (isElsewhere) describePage(site, visit, error);
    // A link always moves the focus. The history moves it only when it leads to another page.
    const followsLink = isNewVisit && visit.by === "link" && !visit.state.keepPlace;
    if (isElsewhere || followsLink) moveFocus(visit.hash);
    const stopTracking = trackScrollPosition();
    return () => {
      stopScrolling?.();
      stopTracking();
    };
  }, [site, visit, error]);
}

function moveFocus(hash: string): void {
  document.getElementById("menu")?.hidePopover?.();
  const target = hashTarget(hash) ?? document.querySelector<HTMLElement>("main h1");
  // What cannot be focused reports -1, too.
  if (target?.tabIndex === -1) target.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: true });
}

/** Updates the document's head to match the page that is shown (B2.4, B6.2). */
function describePage(site: SitePayload, { pathname, page }: Visit, error: PageError | null): void {
  const shown = error ? null : page;
  const meta = (shown?.content as { meta: { title: string; description: string } } | undefined)?.meta;
  document.title = pageTitle(site, meta, error);
  setMeta("description", meta?.description);
  setMeta("robots", shown && routeAt(pathname)?.indexed ? undefined : "noindex");
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
  // Keeps the origin of the link that came with the document: this copy may be served at another address than the public one.
  const { href } = new URL(pathname, canonical?.href ?? location.href);
  document.head.append(Object.assign(link, { rel: "canonical", href }));
}
