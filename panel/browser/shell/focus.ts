import { useEffect, useRef } from "react";

/** Screen readers and keyboards begin at the heading of the screen that has just come. */
export function focusHeading(): void {
  visible([...document.querySelectorAll<HTMLElement>("main h1")])
    .at(-1)
    ?.focus({ preventScroll: true });
}

/** Gives what to call when a button is pressed that may go: the heading of what was around it takes the focus then. */
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

const parts = "section, .screen";

const visible = (headings: readonly HTMLElement[]) => headings.filter((heading) => heading.checkVisibility());
