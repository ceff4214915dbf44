import { useEffect } from "react";
import { useOnline } from "../ui/online.ts";
import { draftStorageKey } from "./draft-storage.ts";
import { PageLink } from "./page-link.tsx";
import { useRuntime } from "./runtime.tsx";
import { useDraft } from "./use-draft.ts";
import { useVisit } from "./visit.ts";

const retryMs = 5_000;

/** Sends a waiting enquiry from any page. On pages without the form it also reports the result (B10.4). */
export function DraftNotice() {
  const { phase, arrived } = useDraft();
  const pathname = useVisit((visit) => visit.pathname);
  useRetry(phase === "waiting");
  useOtherTabs();
  if (pathname === "/kontakt") return null;
  if (arrived?.pathname === pathname) {
    return <p className="wrap">Twoja wiadomość dotarła. Numer wiadomości: {arrived.reference}.</p>;
  }
  return phase === "failed" ? (
    <p className="wrap">
      Twojej wiadomości nie udało się wysłać. Jej tekst jest zachowany:{" "}
      <PageLink to="/kontakt">otwórz formularz</PageLink>.
    </p>
  ) : null;
}

/**
 * Retries when the browser comes online, and every 5 s in any case: the browser's online flag may be wrong either way.
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
