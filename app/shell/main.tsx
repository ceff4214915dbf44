import { Suspense, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { useArrival } from "./arrival.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { GuardedErrorPage } from "./guarded-error-page.tsx";
import type { Visit } from "./navigation.ts";
import { useReveal } from "./reveal.ts";
import { useRuntime } from "./runtime.tsx";
import { useVisit } from "./visit.ts";

/** The page that is shown; while an error is set, the error page stands in its place. */
export function Main() {
  const { pageError } = useRuntime();
  const visit = useVisit((shown) => shown);
  const error = useSyncExternalStore(pageError.subscribe, pageError.get, pageError.get);
  const showBelowFold = useShowBelowFold(visit);
  useArrival(visit, error);
  useReveal(visit.page, showBelowFold);
  return (
    <main id="tresc" tabIndex={-1} className={showBelowFold ? undefined : "first-screen"}>
      <Suspense>
        {error ? (
          <GuardedErrorPage error={error} />
        ) : (
          <ShownPage page={visit.page} showBelowFold={showBelowFold} />
        )}
      </Suspense>
    </main>
  );
}

/**
 * Whether what is below the first screen is rendered. After a click it waits until the first screen has been drawn, which comes
 * sooner for that; in a document, and where a hash or the history leads further down, it is there from the start.
 */
function useShowBelowFold({ page, by, hash, samePage }: Visit): boolean {
  const [drawn, setDrawn] = useState(page);
  const showBelowFold = drawn === page || by !== "link" || hash !== "" || samePage;
  if (showBelowFold && drawn !== page) setDrawn(page);
  useEffect(
    () => (showBelowFold ? undefined : onceDrawn(() => startTransition(() => setDrawn(page)))),
    [showBelowFold, page],
  );
  return showBelowFold;
}

/** Calls back after the next frame has been drawn; returns the way to call it off. */
function onceDrawn(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback);
  });
  return () => cancelAnimationFrame(frame);
}

/** A page that fails to render becomes the error that is set, and until then leaves its place to the error page. */
function ShownPage({ page, showBelowFold }: { page: Visit["page"]; showBelowFold: boolean }) {
  const { pageError } = useRuntime();
  if (!page) return null;
  return (
    <ErrorBoundary fallback={(error) => <GuardedErrorPage error={error} />} onError={pageError.set}>
      <page.Page content={page.content} showBelowFold={showBelowFold} />
    </ErrorBoundary>
  );
}
