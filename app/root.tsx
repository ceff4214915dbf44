import { Outlet } from "react-router";
import { CallBar } from "./shell/call-bar.tsx";
import { useDocumentHead } from "./shell/document-head.ts";
import { GuardedErrorPage } from "./shell/error-page-guard.tsx";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { LoadingBarView } from "./shell/loading-bar-view.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { useReveal } from "./shell/reveal.ts";
import { useRuntime } from "./shell/runtime.tsx";
import { SampleNotice } from "./shell/sample-notice.tsx";
import { useScrolling } from "./shell/scrolling.ts";
import { usePageError } from "./shell/use-page-error.ts";

/** The shell around every page; while an error is set, the error page stands in the page's place. */
export function Root() {
  const { bar, pageError } = useRuntime();
  const error = usePageError(pageError);
  useDocumentHead(error);
  useScrolling();
  useReveal();
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
        {error ? <GuardedErrorPage error={error} /> : <Outlet />}
      </main>
      <Footer />
      <CallBar />
    </>
  );
}
