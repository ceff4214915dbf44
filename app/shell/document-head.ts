import { useLayoutEffect, useRef } from "react";
import { pageTitle } from "../page-title.ts";
import type { Visit } from "./navigation.ts";
import type { PageError } from "./page-error.ts";
import { hashTarget } from "./scrolling.ts";
import { useSite } from "./site.tsx";

/** Keeps title, description and canonical link true after a navigation, and moves the focus to what it led to. */
export function useDocumentHead({ pathname, hash, page }: Visit, error: PageError | null): void {
  const site = useSite();
  const meta = (page?.content as { meta?: { title: string; description: string } } | undefined)?.meta;
  const shown = useRef<{ pathname: string; error: PageError | null }>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, error };
    const title = pageTitle(site, meta, error);
    // The document that the app starts in is right already, unless its first view could not be loaded.
    const isTrue = before
      ? before.pathname === pathname && before.error === error
      : !error || document.title === title;
    if (isTrue) return;
    document.title = title;
    set('meta[name="description"]', "content", meta?.description ?? "");
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    // Against itself: the site's public address need not be the one that this copy is read at.
    if (canonical) canonical.href = new URL(pathname, canonical.href).href;
    document.getElementById("menu")?.hidePopover?.();
    focusOn(hashTarget(hash) ?? document.querySelector<HTMLElement>("main h1"));
  }, [site, pathname, hash, meta, error]);
}

function focusOn(place: HTMLElement | null): void {
  if (place?.tabIndex === -1) place.setAttribute("tabindex", "-1");
  place?.focus({ preventScroll: true });
}

function set(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
