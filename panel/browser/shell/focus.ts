import { useEffect, useRef } from "react";

/** Focuses the heading of a new screen, where screen readers and keyboards start (P9.3). */
export function focusHeading(): void {
  const heading = visible([...document.querySelectorAll<HTMLElement>("main h1")]).at(-1);
  heading?.focus({ preventScroll: true });
}

/** Returns a function to call before an action. If the action removes the focused button, the nearest heading gets the focus. */
export function useFocusFallback(): () => void {
  const keep = useRef(() => {});
  useEffect(() => keep.current());
  useEffect(() => () => keep.current(), []);
  return () => {
    keep.current = watchFocus();
  };
}

function watchFocus(): () => void {
  const focused = document.activeElement;
  const headings: HTMLElement[] = [];
  for (let part = focused?.closest(parts); part; part = part.parentElement?.closest(parts))
    headings.push(...part.querySelectorAll<HTMLElement>("h1, h2"));
  return () => {
    if (focused?.isConnected || document.activeElement !== document.body) return;
    const [heading] = visible(headings.splice(0));
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  };
}

// Not a group of “Dziś”: what takes the action back stands above all of them.
const parts = "section:not(.today), .section, .day, .screen";

// Safari 17.3 and older lack `checkVisibility`. What they do not show has no boxes.
const visible = (headings: readonly HTMLElement[]) =>
  headings.filter((heading) => heading.checkVisibility?.() ?? heading.getClientRects().length > 0);
