import { useLayoutEffect, useRef } from "react";
import { describePage } from "./document-head.ts";
import type { Visit } from "./navigation.ts";
import type { PageError } from "./page-error.ts";
import { hashTarget, scrollToVisit, trackScrollPosition } from "./scrolling.ts";
import { useSite } from "./site.tsx";

interface Shown {
  readonly visit: Visit;
  readonly error: PageError | null;
}

/** Once a visit is rendered, scrolls, updates the document's head and moves the focus (B2.4). */
export function useVisitEffects(visit: Visit, error: PageError | null): void {
  const site = useSite();
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { visit, error };
    // Only a document's first page may contain guessed heights.
    if (before) delete document.documentElement.dataset.fresh;
    // Scroll before focusing: one layout instead of two.
    const stopScrolling = before?.visit === visit ? undefined : scrollToVisit(visit);
    if (before ? isElsewhere(before, { visit, error }) : isNews(error)) describePage(site, visit, error);
    if (before ? wantsFocus(before, { visit, error }) : isNews(error)) moveFocus(visit.hash);
    const stopTracking = trackScrollPosition();
    return () => {
      stopScrolling?.();
      stopTracking();
    };
  }, [site, visit, error]);
}

const isElsewhere = (before: Shown, { visit, error }: Shown) =>
  before.visit.pathname !== visit.pathname || before.error !== error;

/** A link always moves the focus. The history moves it only when it leads to another page. */
const wantsFocus = (before: Shown, now: Shown) =>
  isElsewhere(before, now) ||
  (before.visit !== now.visit && now.visit.by === "link" && !now.visit.state.keepPlace);

/** The first document needs no update, unless its page failed while hydrating. */
const isNews = (error: PageError | null) => error !== null && document.title !== (error.message || "Error");

function moveFocus(hash: string): void {
  document.getElementById("menu")?.hidePopover?.();
  const target = hashTarget(hash) ?? document.querySelector<HTMLElement>("main h1");
  if (target?.tabIndex === -1) target.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: true });
}
