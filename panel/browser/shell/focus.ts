/** Focuses the heading of a new screen, where screen readers and keyboards start (P9.3). */
export function focusHeading(): void {
  const heading = visible([...document.querySelectorAll<HTMLElement>("main h1")]).at(-1);
  heading?.focus({ preventScroll: true });
}

/** From now on, if the focused element is removed, by whatever, the nearest heading gets the focus (P9.3). */
export function keepFocus(): void {
  let focused: Element | undefined;
  let around: Element[] = [];
  function note({ target }: FocusEvent): void {
    focused = target as Element;
    around = [];
    for (let part = focused.closest(parts); part; part = part.parentElement?.closest(parts) ?? null)
      around.push(part);
  }
  const removals = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    focused = undefined;
    const [heading] = visible(around.flatMap((part) => [...part.querySelectorAll<HTMLElement>("h1, h2")]));
    if (!heading) return focusHeading();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  addEventListener("focusin", note);
  removals.observe(document.body, { childList: true, subtree: true });
}

// Not a group of “Dziś”: what takes the action back stands above all of them.
const parts = "section:not(.today), .section, .day, .screen";

// What is not shown has no boxes.
const visible = (headings: readonly HTMLElement[]) =>
  headings.filter((heading) => heading.getClientRects().length > 0);
