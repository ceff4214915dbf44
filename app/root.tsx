import { Suspense, useSyncExternalStore } from "react";
import type { SitePayload } from "./payload-types.ts";
import { CallBar } from "./shell/call-bar.tsx";
import { useDocumentHead } from "./shell/document-head.ts";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { Footer } from "./shell/footer.tsx";
import { BrokenErrorPage, GuardedErrorPage } from "./shell/guarded-error-page.tsx";
import { Header } from "./shell/header.tsx";
import { LoadingBarView } from "./shell/loading-bar-view.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { useReveal } from "./shell/reveal.ts";
import { type Runtime, RuntimeProvider, useRuntime } from "./shell/runtime.tsx";
import { SampleNotice } from "./shell/sample-notice.tsx";
import { useScrolling } from "./shell/scrolling.ts";
import { SiteProvider } from "./shell/site.tsx";
import { useVisit, VisitProvider } from "./shell/visit.tsx";

/** The whole app: what is rendered at build, and hydrated in the browser. */
export function Root({ site, runtime }: { site: SitePayload; runtime: Runtime }) {
  const { navigation } = runtime;
  const visit = useSyncExternalStore(navigation.subscribe, navigation.get, navigation.get);
  return (
    <SiteProvider value={site}>
      <RuntimeProvider value={runtime}>
        <VisitProvider value={visit}>
          <ErrorBoundary fallback={(error) => <BrokenErrorPage message={error.message} />}>
            <Shell />
          </ErrorBoundary>
        </VisitProvider>
      </RuntimeProvider>
    </SiteProvider>
  );
}

/**
 * The shell around every page; while an error is set, the error page stands in the page's place. What stands in a `Suspense`
 * is hydrated by itself, here and in the pages, so that an early tap waits for the piece that it hits and for no other.
 */
function Shell() {
  const { bar, pageError } = useRuntime();
  const visit = useVisit();
  const error = useSyncExternalStore(pageError.subscribe, pageError.get, pageError.get);
  // Before the focus moves: scrolling lays the page out, and the focus changes little of it.
  useScrolling(visit);
  useDocumentHead(visit, error);
  useReveal(visit.pathname);
  return (
    <>
      <a className="skip-link" href="#tresc">
        Przejdź do treści
      </a>
      <SampleNotice />
      <Header>
        <LoadingBarView bar={bar} />
      </Header>
      <OfflineNotice />
      <main id="tresc" tabIndex={-1}>
        <Suspense>{error ? <GuardedErrorPage error={error} /> : <ShownPage />}</Suspense>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <CallBar />
    </>
  );
}

/** A page that fails to render becomes the error that is set, and until then leaves its place to the error page. */
function ShownPage() {
  const { pageError } = useRuntime();
  const { page } = useVisit();
  if (!page) return null;
  return (
    <ErrorBoundary fallback={(error) => <GuardedErrorPage error={error} />} onError={pageError.set}>
      <page.Page content={page.content} />
    </ErrorBoundary>
  );
}
