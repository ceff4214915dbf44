import {
  Activity,
  memo,
  startTransition,
  useEffect,
  useInsertionEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { interfaceDefaults } from "../ui/defaults.ts";
import { ErrorBoundary, GuardedErrorPage } from "./error-page.tsx";
import type { Visit } from "./navigation.ts";
import type { LoadedPage } from "./page.ts";
import { useRuntime, useVisit } from "./runtime.tsx";
import { useVisitEffects } from "./visit-effects.ts";

/**
 * The current page, or the error page while an error is set. The page that the pointer is on a link to is rendered beside it, hidden,
 * so that a click only has to paint it (B3.4, decision 11). Each `Activity` is hydrated by itself, after the shell.
 */
export function Main({ onHydrated }: { onHydrated?: (() => void) | undefined }) {
  const { pageError, likelyPage } = useRuntime();
  const visit = useVisit((shown) => shown);
  const likely = useSyncExternalStore(likelyPage.subscribe, likelyPage.get, likelyPage.get);
  const error = useSyncExternalStore(pageError.subscribe, pageError.get, pageError.get);
  const showBelowFold = useShowBelowFold(visit);
  useVisitEffects(visit, error);
  useReveal(visit.page, showBelowFold);
  // The shown page comes first, because ids may occur in both.
  const pages = error ? [null] : [...new Set([visit.page, likely])].filter((page) => page !== null);
  return (
    <main id="tresc" tabIndex={-1} className={showBelowFold ? undefined : "first-screen"}>
      {pages.map((page, at) => (
        <Activity key={page?.path ?? "error"} mode={at > 0 ? "hidden" : "visible"}>
          {page ? (
            <ShownPage page={page} showBelowFold={at === 0 && showBelowFold} />
          ) : (
            error && <GuardedErrorPage {...error} />
          )}
          <Hydrated onHydrated={onHydrated} />
          {at > 0 && <LaidOutAhead />}
        </Activity>
      ))}
    </main>
  );
}

/**
 * Whether the part below the first screen is rendered. After a click on a link it waits until the first screen is painted, so
 * that paint comes sooner. In a document, and when a hash or the history leads further down, it is rendered at once.
 */
function useShowBelowFold({ page, by, hash, samePage }: Visit): boolean {
  const [drawn, setDrawn] = useState(page);
  const showBelowFold = drawn === page || by !== "link" || hash !== "" || samePage;
  if (showBelowFold && drawn !== page) setDrawn(page);
  useEffect(
    () => (showBelowFold ? undefined : afterNextPaint(() => startTransition(() => setDrawn(page)))),
    [showBelowFold, page],
  );
  return showBelowFold;
}

/** Calls back after the next paint; returns a function that cancels it. */
function afterNextPaint(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback);
  });
  return () => cancelAnimationFrame(frame);
}

/** Placed inside the page's boundary, which is hydrated after the shell. */
function Hydrated({ onHydrated }: { onHydrated: (() => void) | undefined }) {
  useEffect(() => onHydrated?.(), [onHydrated]);
  return null;
}

/**
 * Has the page that is rendered ahead laid out, too: takes away the `display: none` that React hides it with at each rendering, and
 * `late.css` hides it another way. Of all effects, only insertion effects run in a hidden `Activity`, just before React hides it.
 */
function LaidOutAhead() {
  useInsertionEffect(() => {
    queueMicrotask(() => {
      document.querySelector<HTMLElement>("main > div + div")?.style.removeProperty("display");
    });
  });
  return null;
}

type ShownPageProps = { page: LoadedPage; showBelowFold: boolean };

/** Sets the error of a page that fails to render, and shows the error page in its place. */
const ShownPage = memo(function ShownPage({ page, showBelowFold }: ShownPageProps) {
  const { pageError } = useRuntime();
  return (
    <ErrorBoundary fallback={GuardedErrorPage} onError={pageError.set}>
      <page.Page content={page.content} showBelowFold={showBelowFold} />
    </ErrorBoundary>
  );
});

/** Fades in elements with `data-reveal` when they are scrolled into view; elements already in view are left alone (B9.5). */
function useReveal(page: LoadedPage | null, showBelowFold: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has different elements
  useEffect(() => {
    if (!showBelowFold || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          target.setAttribute("data-reveal", "shown");
          observer.unobserve(target);
        }
      },
      { rootMargin: `0px 0px -${interfaceDefaults.reveal.offsetPx}px` },
    );
    for (const part of document.querySelectorAll("main > :first-child [data-reveal]")) {
      if (part.getBoundingClientRect().top < innerHeight) continue;
      part.setAttribute("data-reveal", "waiting");
      observer.observe(part);
    }
    return () => observer.disconnect();
  }, [page, showBelowFold]);
}
