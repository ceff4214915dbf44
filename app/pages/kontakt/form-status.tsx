import type { EnquiryDraft } from "../../shell/enquiry-draft.ts";

/** What became of the message, unless the error summary already says it. */
export function FormStatus({ draft, explained }: { draft: EnquiryDraft; explained: boolean }) {
  const words = explained ? undefined : statusOf(draft);
  // The live region exists before its text, so that screen readers announce it.
  return <div role="status">{words && <p className="form-status">{words}</p>}</div>;
}

function statusOf({ phase, arrived }: EnquiryDraft): string | undefined {
  if (phase === "waiting") {
    return "Nie ma teraz połączenia. Wiadomość czeka w\u00a0tej przeglądarce i\u00a0zostanie wysłana automatycznie, gdy połączenie wróci i\u00a0ta strona będzie otwarta.";
  }
  if (phase === "failed") return "Ta wiadomość nie została jeszcze wysłana.";
  if (arrived?.pathname === "/kontakt") {
    return `Poprzednia wersja wiadomości dotarła, jej numer to ${arrived.reference}. To, co jest teraz w\u00a0formularzu, nie zostało jeszcze wysłane.`;
  }
  return undefined;
}
