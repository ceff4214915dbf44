import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load.ts";

type Message = EnquiryData["enquiry"]["emails"][number];

/** The e-mails of an enquiry and their delivery; also marks the enquiry as spam. */
export function EmailStatus({ enquiry, now }: EnquiryData) {
  const { error, buttonProps } = useAction();
  const one = api.enquiries[":reference"];
  const param = { reference: enquiry.reference };
  // Answers are shown with their words.
  const others = enquiry.emails.filter(({ kind }) => kind !== "answer");
  return (
    <section className="section">
      <h2>E-maile</h2>
      {others.length === 0 ? <p className="quiet">O tym zapytaniu nie wysłano e-maili.</p> : null}
      <ul className="stack">
        {others.map((message) => (
          <li key={message.id}>{deliveryText(message, now)}</li>
        ))}
      </ul>
      {enquiry.status === "quarantined" ? null : (
        <div className="actions">
          <Button {...buttonProps(() => one.resend.$post({ param }))}>Wyślij do mnie jeszcze raz</Button>
          <Button kind="plain" {...buttonProps(() => one.spam.$post({ param }))}>
            To spam
          </Button>
        </div>
      )}
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

const kinds: Partial<Record<Message["kind"], string>> = {
  visitor: "Potwierdzenie dla tej osoby",
  answer: "E-mail do tej osoby",
  booking: "E-mail o terminie do tej osoby",
  "booking-trainer": "E-mail o terminie do Ciebie",
};

export function deliveryText({ kind, status, attempts, settledAt }: Message, now: number): string {
  const what = kinds[kind] ?? "E-mail do Ciebie";
  if (status === "sent" && settledAt)
    return `${what}: przyjęty przez serwer poczty ${formatFully(settledAt, now)}.`;
  if (status === "dead") return `${what}: serwer poczty nie przyjął.`;
  return attempts > 0 ? `${what}: czeka, prób: ${attempts}. Próby trwają.` : `${what}: czeka na wysłanie.`;
}
