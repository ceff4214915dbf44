import { useRef, useState } from "react";
import { useLive } from "../ui/use-live.ts";
import { dropDraft, readDraft } from "./enquiry-draft.ts";
import { PageLink } from "./page-link.tsx";
import { RequestFailure } from "./request-client.ts";
import { useRuntime } from "./runtime.tsx";
import { useRetry } from "./use-retry.ts";
import { useVisit } from "./visit.ts";

/** What became of the message, told on the page on which it did. */
interface Outcome {
  readonly pathname: string;
  readonly reference?: string | undefined;
}

/** Sends a message that waits for a connection from wherever the visitor is; the form's own page does that itself. */
export function WaitingMessage() {
  const { client, navigation } = useRuntime();
  const pathname = useVisit((visit) => visit.pathname);
  const [told, setTold] = useState<Outcome>();
  const sending = useRef(false);
  const outcome = told?.pathname === pathname ? told : undefined;
  const live = useLive();
  useRetry(live && pathname !== "/kontakt" && !outcome && draftThatWaits() !== undefined, async () => {
    const draft = draftThatWaits();
    if (!draft || sending.current) return;
    sending.current = true;
    try {
      const body = { ...draft.values, key: draft.key };
      const answer = await client.request("/api/enquiries", { method: "POST", body, progress: false });
      const sent = answer.status === 201;
      if (sent) dropDraft(localStorage);
      const { reference } = answer.body as { reference?: string };
      setTold({ pathname: navigation.get().pathname, reference: sent ? reference : undefined });
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
    } finally {
      sending.current = false;
    }
  });
  if (!outcome) return null;
  return outcome.reference ? (
    <p className="wrap">
      Połączenie wróciło i Twoja wiadomość do trenera dotarła. Numer zapytania: {outcome.reference}.
    </p>
  ) : (
    <p className="wrap">
      Połączenie wróciło, ale Twojej wiadomości do trenera nie udało się wysłać. Jest nadal zapisana:{" "}
      <PageLink to="/kontakt">otwórz formularz</PageLink>.
    </p>
  );
}

function draftThatWaits() {
  const draft = readDraft(localStorage);
  return draft?.waiting ? draft : undefined;
}
