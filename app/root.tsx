import { type CSSProperties, Suspense, useSyncExternalStore } from "react";
import { BrokenErrorPage, ErrorBoundary } from "./shell/error-page.tsx";
import { Footer } from "./shell/footer.tsx";
import { Header } from "./shell/header.tsx";
import { Main } from "./shell/main.tsx";
import { Notice, OfflineNotice, SampleNotice } from "./shell/notices.tsx";
import { PageLink } from "./shell/page-link.tsx";
import { type Runtime, RuntimeContext, useRuntime, useSite, useVisit } from "./shell/runtime.tsx";

interface RootProps {
  readonly runtime: Runtime;
  /** Called in the browser whenever React has hydrated or shown a page. */
  readonly onHydrated?: () => void;
}

/**
 * The whole app, pre-rendered and then hydrated in the browser. React hydrates each `Suspense` boundary, here and in the pages,
 * separately, so an early key press waits only for the boundary that contains it (B6.2, B6.5).
 */
export function Root({ runtime, onHydrated }: RootProps) {
  return (
    <RuntimeContext value={runtime}>
      <ErrorBoundary fallback={BrokenErrorPage}>
        <a className="skip-link visually-hidden" href="#tresc">
          Przejdź do treści
        </a>
        <SampleNotice />
        <Header>
          <LoadingBarView />
        </Header>
        <OfflineNotice />
        <Notice />
        <Main onHydrated={onHydrated} />
        <Suspense>
          <Footer />
        </Suspense>
        <CallBar />
      </ErrorBoundary>
    </RuntimeContext>
  );
}

/** A bar at the bottom of a phone's screen with links to call and write. */
function CallBar() {
  const { phone } = useSite();
  const pathname = useVisit((visit) => visit.pathname);
  if (!phone && pathname === "/kontakt") return null;
  return (
    <nav className="call-bar" aria-label="Szybki kontakt">
      {phone && (
        <a className="button" href={phone.href}>
          Zadzwoń
        </a>
      )}
      {pathname !== "/kontakt" && (
        <PageLink className="button quiet" to="/kontakt">
          Napisz
        </PageLink>
      )}
    </nav>
  );
}

/** The loading bar. It has no style in a document, because the CSP forbids style attributes there; script may set one. */
function LoadingBarView() {
  const { bar } = useRuntime();
  const { visible, value, failed } = useSyncExternalStore(bar.subscribe, bar.get, bar.get);
  const progress = { "--progress": value / 100 } as CSSProperties;
  return (
    <div
      className="loading-bar"
      style={visible ? progress : undefined}
      role="progressbar"
      aria-label="Wczytywanie strony"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      data-failed={failed || undefined}
      hidden={!visible}
    />
  );
}
