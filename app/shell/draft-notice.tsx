import { useEffect } from "react";
import { draftStorageKey } from "./kept-draft.ts";
import { useOnline } from "./online.ts";
import { PageLink } from "./page-link.tsx";
import { useRuntime } from "./runtime.tsx";
import { useDraft } from "./use-draft.ts";
import { useVisit } from "./visit.ts";

const retryMs = 5_000;

/** Sends an enquiry that waits, from whatever page is open, and says on the other pages what the form's own page says itself. */
export function DraftNotice() {
  const { phase, arrived } = useDraft();
  const pathname = useVisit((visit) => visit.pathname);
  useRetry(phase === "waiting");
  useOtherTabs();
  if (pathname === "/kontakt") return null;
  if (arrived?.pathname === pathname) {
    return <p className="wrap">Twoja wiadomość dotarła. Numer zapytania: {arrived.reference}.</p>;
  }
  return phase === "failed" ? (
    <p className="wrap">
      Twojej wiadomości nie udało się wysłać. Jej tekst jest zachowany:{" "}
      <PageLink to="/kontakt">otwórz formularz</PageLink>.
    </p>
  ) : null;
}

/**
 * Tries when there is a connection, and every 5 s besides: a browser that says it is online may be wrong, and one that says it
 * is not, too.
 */
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

function useOtherTabs(): void {
  const { draft } = useRuntime();
  useEffect(() => {
    const follow = ({ key, oldValue }: StorageEvent) => {
      if (key === draftStorageKey) draft.follow(oldValue);
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [draft]);
}
