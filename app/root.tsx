import { Suspense } from "react";
import type { SitePayload } from "./payload-types.ts";
import { CallBar } from "./shell/call-bar.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { Footer } from "./shell/footer.tsx";
import { BrokenErrorPage } from "./shell/guarded-error-page.tsx";
import { Header } from "./shell/header.tsx";
import { LoadingBarView } from "./shell/loading-bar-view.tsx";
import { Main } from "./shell/main.tsx";
import { Notice } from "./shell/notice.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { type Runtime, RuntimeProvider } from "./shell/runtime.tsx";
import { SampleNotice } from "./shell/sample-notice.tsx";
import { SiteProvider } from "./shell/site.tsx";

interface RootProps {
  readonly site: SitePayload;
  readonly runtime: Runtime;
  /** Called in the browser once the page can be used by React. */
  readonly onHydrated?: () => void;
}

/**
 * The whole app, pre-rendered and then hydrated in the browser. React hydrates each `Suspense` boundary, here and in the pages,
 * separately, so an early key press waits only for the boundary that contains it (B6.2, B6.5).
 */
export function Root({ site, runtime, onHydrated }: RootProps) {
  return (
    <SiteProvider value={site}>
      <RuntimeProvider value={runtime}>
        <ErrorBoundary fallback={(error) => <BrokenErrorPage message={error.message} />}>
          <a className="skip-link" href="#tresc">
            Przejdź do treści
          </a>
          <SampleNotice />
          <Header>
            <LoadingBarView bar={runtime.bar} />
          </Header>
          <OfflineNotice />
          <Notice />
          <Main onHydrated={onHydrated} />
          <Suspense>
            <Footer />
          </Suspense>
          <CallBar />
        </ErrorBoundary>
      </RuntimeProvider>
    </SiteProvider>
  );
}
