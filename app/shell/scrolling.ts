import { browserStorage } from "../ui/browser-storage.ts";
import { interfaceDefaults } from "../ui/defaults.ts";
import { newEntryKey, type Visit } from "./navigation.ts";

const storage = browserStorage("sessionStorage");
const storageKey = "scroll-positions";

/** Scroll positions by history entry, in CSS pixels from the top. */
const positions = new Map(storage.read(storageKey) as [string, number][] | null | undefined);

/** Scrolls to the top, the hash target or the saved position. The returned function stops the scrolling (B2.2, B2.3, B9.6). */
export function scrollToVisit({ by, hash, samePage, state }: Visit): (() => void) | undefined {
  const key = entryKey();
  openDetails(hashTarget(hash));
  if (by === "document") restoreAfterReturn(key, hash);
  else if (by === "history") restore(key, hash);
  else if (state.keepPlace) positions.set(key, scrollY);
  else if (samePage) return scrollSmoothly(hash);
  else jump(hash);
  return undefined;
}

/** The key of the current history entry. Sets one if the browser created the entry. */
function entryKey(): string {
  const state = history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = newEntryKey();
  history.replaceState({ ...state, key }, "");
  return key;
}

/** The browser scrolls a new document itself, except on return to an entry that was left with `manual` restoration. */
function restoreAfterReturn(key: string, hash: string): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "navigate" && scrollY === 0) restore(key, hash);
  // Nothing has recorded what was scrolled before the app ran.
  positions.set(key, scrollY);
}

function restore(key: string, hash: string): void {
  const top = positions.get(key);
  if (top === undefined) jump(hash);
  else scrollTo(0, top);
}

/** Records the entry's scroll position. Hands scroll restoration back to the browser when the document is left (B2.1). */
export function trackScrollPosition(): () => void {
  const key = entryKey();
  history.scrollRestoration = "manual";
  const leaving = new AbortController();
  const { signal } = leaving;
  const remember = () => positions.set(key, scrollY);
  const handBack = () => {
    remember();
    storage.write(storageKey, [...positions]);
    history.scrollRestoration = "auto";
  };
  const takeOver = ({ persisted }: PageTransitionEvent) => {
    history.scrollRestoration = "manual";
    // WebKit would have scrolled only after this event, and not with `manual`.
    if (persisted) scrollTo(0, positions.get(key) ?? 0);
  };
  addEventListener("scroll", remember, { passive: true, signal });
  addEventListener("pagehide", handBack, { signal });
  addEventListener("pageshow", takeOver, { signal });
  return () => leaving.abort();
}

function jump(hash: string): void {
  const target = hashTarget(hash);
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
}

/** Opens every `details` around the element, as browsers do for a document's hash. */
function openDetails(element: HTMLElement | null): void {
  for (let folded = element?.closest("details"); folded; folded = folded.parentElement?.closest("details")) {
    folded.open = true;
  }
}

/** The element that a hash (`#name`, or empty) refers to. */
export const hashTarget = (hash: string): HTMLElement | null => document.getElementById(hash.slice(1));

/** Scrolls to the hash target in 500 ms, or jumps with reduced motion. Touch, key, wheel or the returned function stop it. */
function scrollSmoothly(hash: string): (() => void) | undefined {
  const from = scrollY;
  jump(hash);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  const top = scrollY;
  scrollTo(0, from);
  const startedAt = performance.now();
  const interruption = new AbortController();
  const { signal } = interruption;
  const stop = () => interruption.abort();
  for (const event of ["wheel", "touchstart", "keydown"]) {
    addEventListener(event, stop, { passive: true, signal });
  }
  requestAnimationFrame(function step(time) {
    if (signal.aborted) return;
    const part = Math.min(1, Math.max(0, time - startedAt) / interfaceDefaults.smoothScrollMs);
    scrollTo(0, from + (top - from) * (1 - (1 - part) ** 3));
    if (part < 1) requestAnimationFrame(step);
    else stop();
  });
  return stop;
}
