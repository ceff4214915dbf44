import { useEffect, useSyncExternalStore } from "react";
import { useOnline } from "../ui/online.ts";
import { PageLink } from "./page-link.tsx";
import { useDraft, useRuntime, useSite, useVisit } from "./runtime.tsx";

/** Marks a page's content as a sample, so that nobody mistakes an unfinished site for a real offer. */
export function SampleNotice() {
  const { sampleNotice } = useSite();
  const pathname = useVisit((visit) => visit.pathname);
  if (sampleNotice !== "everywhere" && !sampleNotice.includes(pathname)) return null;
  return (
    <aside className="sample-notice" aria-label="Uwaga">
      Strona zawiera dane przykładowe
    </aside>
  );
}

/** A temporary notice from the content, such as a holiday or a promotion. */
export function Notice() {
  const { notice } = useSite();
  if (notice === undefined) return null;
  const { text, price, to } = notice;
  return (
    <aside className="notice" aria-label="Komunikat">
      <p className="wrap">
        {text} {price && <strong>{price}</strong>}{" "}
        {to && <PageLink to={to}>Zobacz w{"\u00a0"}ofercie</PageLink>}
      </p>
    </aside>
  );
}

/** Reports a lost connection and whether a message was sent. The live region is always rendered, so that its text is announced (B5.1). */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <div className="offline-notice" role="status">
      {!online && (
        <p className="wrap">
          Nie masz teraz połączenia z internetem. Niewysłana wiadomość poczeka w&nbsp;tej przeglądarce.
        </p>
      )}
      <DraftNotice />
    </div>
  );
}

const retryMs = 5_000;

/** Sends a waiting enquiry from any page. On pages without the form it also reports the result (B10.4). */
function DraftNotice() {
  const { phase, arrived, unsure } = useDraft();
  const pathname = useVisit((visit) => visit.pathname);
  const { pageError } = useRuntime();
  const failed = useSyncExternalStore(pageError.subscribe, pageError.get, () => null);
  useRetry(phase === "waiting");
  if (pathname === "/kontakt") return null;
  // Only a page of thanks that did not load has to say it here.
  if (arrived?.pathname === pathname && (failed || pathname !== "/dziekujemy")) {
    return <p className="wrap">Twoja wiadomość dotarła. Numer wiadomości: {arrived.reference}.</p>;
  }
  return phase === "failed" ? (
    <p className="wrap">
      {unsure ? "Nie wiadomo, czy Twoja wiadomość dotarła." : "Twojej wiadomości nie udało się wysłać."} Tekst
      jest zachowany: <PageLink to="/kontakt">otwórz formularz</PageLink>.
    </p>
  ) : null;
}

/** Retries when the browser comes online, and every 5 s because the browser's online flag is unreliable. */
function useRetry(waits: boolean): void {
  const { draft } = useRuntime();
  const online = useOnline();
  useEffect(() => {
    if (!waits) return;
    if (online) void draft.retry();
    const timer = setInterval(() => void draft.retry(), retryMs);
    return () => clearInterval(timer);
  }, [draft, online, waits]);
}
