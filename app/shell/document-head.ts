import { useLayoutEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import type { LoadedPage } from "../load-page.ts";
import { pageTitle } from "../page-title.ts";
import type { PageError } from "./page-error.ts";
import { useSite } from "./site.tsx";

/** Keeps title, description and canonical link true after a navigation, and moves the focus to the new heading. */
export function useDocumentHead(error: PageError | null): void {
  const site = useSite();
  const { pathname, hash } = useLocation();
  const page = useMatches().at(-1)?.loaderData as LoadedPage | undefined;
  const meta = (page?.content as { meta?: { title: string; description: string } } | undefined)?.meta;
  const shown = useRef({ pathname, error });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, error };
    if (before.pathname === pathname && before.error === error) return;
    document.title = pageTitle(site, meta, error);
    set('meta[name="description"]', "content", meta?.description ?? "");
    set('link[rel="canonical"]', "href", new URL(pathname, location.origin).href);
    document.getElementById("menu")?.hidePopover?.();
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!hash) heading?.focus({ preventScroll: true });
  }, [site, pathname, hash, meta, error]);
}

function set(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}
