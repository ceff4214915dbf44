import { useLayoutEffect, useRef } from "react";
import { describePage } from "./document-head.ts";
import type { Visit } from "./navigation.ts";
import type { PageError } from "./page-error.ts";
import { hashTarget, rememberPlace, scrollToVisit } from "./scrolling.ts";
import { useSite } from "./site.tsx";

interface Shown {
  readonly visit: Visit;
  readonly error: PageError | null;
}

/** Once a visit is rendered: scrolls to its place, makes the document's head true and moves the focus to what was asked for. */
export function useArrival(visit: Visit, error: PageError | null): void {
  const site = useSite();
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { visit, error };
    // Scrolling comes first: it lays the page out, of which the focus changes little. The other way round both would.
    const stopScrolling = before?.visit === visit ? undefined : scrollToVisit(visit);
    if (before ? isElsewhere(before, { visit, error }) : isNews(error)) describePage(site, visit, error);
    if (before ? wantsFocus(before, { visit, error }) : isNews(error)) moveFocus(visit.hash);
    const forgetPlace = rememberPlace();
    return () => {
      stopScrolling?.();
      forgetPlace();
    };
  }, [site, visit, error]);
}

const isElsewhere = (before: Shown, { visit, error }: Shown) =>
  before.visit.pathname !== visit.pathname || before.error !== error;

/** A link asks for its target each time, the history only where it leads to another page. */
const wantsFocus = (before: Shown, now: Shown) =>
  isElsewhere(before, now) ||
  (before.visit !== now.visit && now.visit.by === "link" && !now.visit.state.keepPlace);

/** The document that the app starts in is right already, unless its first view could not be rendered. */
const isNews = (error: PageError | null) => error !== null && document.title !== (error.message || "Error");

function moveFocus(hash: string): void {
  document.getElementById("menu")?.hidePopover?.();
  const target = hashTarget(hash) ?? document.querySelector<HTMLElement>("main h1");
  if (target?.tabIndex === -1) target.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: true });
}
