import { useSyncExternalStore } from "react";
import { Outlet } from "react-router";
import { CallBar } from "./shell/call-bar.tsx";
import { useDocumentHead } from "./shell/document-head.ts";
import { ErrorPageGuard } from "./shell/error-page-guard.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { LoadingBarView } from "./shell/loading-bar-view.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { useRuntime } from "./shell/runtime.tsx";
import { useReveal } from "./shell/reveal.ts";
import { useScrolling } from "./shell/scrolling.ts";

/** The shell around every page; while an error is set, the error page stands in the page's place. */
export function Root() {
  const { bar, pageError } = useRuntime();
  const error = useSyncExternalStore(pageError.subscribe, pageError.get, pageError.get);
  useDocumentHead(error);
  useScrolling();
  useReveal();
  return (
    <>
      <a className="skip-link" href="#tresc">
        Przejdź do treści
      </a>
      <LoadingBarView bar={bar} />
      <Header />
      <OfflineNotice />
      <main id="tresc" tabIndex={-1}>
        {error ? (
          <ErrorPageGuard key={error.at}>
            <ErrorPage error={error} />
          </ErrorPageGuard>
        ) : (
          <Outlet />
        )}
      </main>
      <Footer />
      <CallBar />
    </>
  );
}
