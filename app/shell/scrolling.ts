import { useLayoutEffect, useRef } from "react";
import { interfaceDefaults } from "../ui/defaults.ts";
import { type Location, useLocation, useNavigationType } from "react-router";

const { smoothScrollMs } = interfaceDefaults;

const storageKey = "scroll-positions";

/** Puts each newly shown page where the visitor expects it: the top, the hash target, or the place left before. */
export function useScrolling(): void {
  const location = useLocation();
  const navigationType = useNavigationType();
  const started = useRef(false);
  useManualRestoration(location.key);
  useLayoutEffect(() => {
    const first = !started.current;
    started.current = true;
    if (first) return restoreAfterReturn(location);
    const state = location.state as { samePage?: boolean; keepPlace?: boolean } | null;
    if (state?.keepPlace && navigationType !== "POP") return;
    if (navigationType === "POP") restore(location);
    else if (state?.samePage) void scrollSmoothly(targetTop(location.hash));
    else scrollTo(0, targetTop(location.hash));
  }, [location, navigationType]);
}

/** The browser has placed a fresh document by itself; only a return to an entry that was left as `manual` needs help. */
function restoreAfterReturn(location: Location): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type === "navigate" || scrollY > 0) return;
  restore(location);
}

function useManualRestoration(key: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => positions.set(key, scrollY);
    const handBack = () => {
      remember();
      save();
      history.scrollRestoration = "auto";
    };
    const takeOver = () => {
      history.scrollRestoration = "manual";
    };
    addEventListener("scroll", remember, { passive: true });
    addEventListener("pagehide", handBack);
    addEventListener("pageshow", takeOver);
    return () => {
      removeEventListener("scroll", remember);
      removeEventListener("pagehide", handBack);
      removeEventListener("pageshow", takeOver);
    };
  }, [key]);
}

const positions = new Map<string, number>();

function save(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
  } catch {
    // Without storage the places are lost on reload, nothing else.
  }
}

function load(): void {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    if (Array.isArray(saved)) for (const [key, top] of saved) positions.set(String(key), Number(top));
  } catch {
    // Unreadable storage counts as empty.
  }
}

function restore(location: Location): void {
  if (positions.size === 0) load();
  scrollTo(0, positions.get(location.key) ?? targetTop(location.hash));
}

/** Distance from the top of the document, in CSS pixels, at which the hash target begins; 0 for an unknown one. */
export function targetTop(hash: string): number {
  const target = hash ? document.getElementById(decodeHash(hash)) : null;
  if (!target) return 0;
  const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
  return Math.max(0, target.getBoundingClientRect().top + scrollY - margin);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Scrolls to `top` within 500 ms, at once under reduced motion; a touch or a turn of the wheel takes over. */
export function scrollSmoothly(top: number): Promise<void> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    scrollTo(0, top);
    return Promise.resolve();
  }
  const from = scrollY;
  const startedAt = performance.now();
  const interruption = new AbortController();
  for (const event of ["wheel", "touchstart", "keydown"]) {
    addEventListener(event, () => interruption.abort(), { passive: true, signal: interruption.signal });
  }
  return new Promise((done) => {
    requestAnimationFrame(function step(time) {
      if (interruption.signal.aborted) return done();
      const part = Math.min(1, Math.max(0, time - startedAt) / smoothScrollMs);
      scrollTo(0, from + (top - from) * (1 - (1 - part) ** 3));
      if (part < 1) return requestAnimationFrame(step);
      interruption.abort();
      done();
    });
  });
}
