import { Link } from "react-router";
import { fillAnswer, maxAnswerLength } from "../../../enquiries/owner/ready-answers.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { useShell } from "../session.ts";
import { ActionButton, Button } from "../shell/button.tsx";
import { rowsOf, TextInput } from "../shell/inputs.tsx";
import { FoldedList } from "../shell/screen.tsx";
import { replacedKey, startContact, useDraft } from "./answer-drafts.tsx";
import type { Enquiry } from "./enquiry-data.ts";
import { mailUrl } from "./handling.tsx";

/** Shows sent answers, and the form for the next one, which is sent as an e-mail or from another app (C2). */
export function Answer(enquiry: Enquiry) {
  const { reference, phone, email } = enquiry;
  const { ready, words, replyTo } = enquiry.answering;
  const offered = ready.filter((one) => one.text).map((one) => ({ ...one, ...fillAnswer(one.text, words) }));
  // Sent as an e-mail, or in another app (then a note has the id).
  const answer = useDraft(reference, [...enquiry.emails, ...enquiry.notes]);
  const { id, text } = answer;
  /** Told while the ready answer is as it was. */
  const leftOut = (text && offered.find((one) => one.text === text)?.leftOut) || [];
  const replaced = useDraft(replacedKey(reference), []);

  /** Replaces the text. Typed text can be restored, also when several ready answers follow it. */
  function replace(next: string): void {
    const isTyped = text.trim() && !offered.some((one) => one.text === text);
    if (isTyped) replaced.change(text.trim());
    else if (next === replaced.text) replaced.forget();
    answer.change(next);
  }

  async function send(): Promise<void> {
    await api.enquiries[":reference"].answers.$post({ param: { reference }, json: { id, text } });
    answer.forget();
    replaced.forget();
  }

  const body = encodeURIComponent(text);
  const delivery = useShell().me.hasMail
    ? `Odpowiedź na ten e-mail przyjdzie do Twojej skrzynki ${replyTo}; panel jej nie czyta.`
    : "E-mail poczeka, aż ustawisz pocztę: do tego czasu daj tej osobie znać inaczej.";
  return (
    <section className="section" aria-labelledby="answer-heading">
      <h2 id="answer-heading">Odpowiedź</h2>
      <FoldedList className="stack" aria-live="polite" older="Wcześniejsze odpowiedzi">
        {enquiry.emails.filter(isAnswer).map((sent) => (
          <li key={sent.id} className="notice" data-kept={sent.status !== "sent"}>
            <p className="message">{sent.text}</p>
            <p className="quiet">
              {deliveryText(sent)} Napisano {formatFully(sent.queuedAt)}.
            </p>
            {sent.status === "dead" ? (
              <Button onClick={() => replace(sent.text ?? "")}>Napisz jeszcze raz</Button>
            ) : null}
          </li>
        ))}
      </FoldedList>
      <fieldset className="ready">
        <legend className="quiet">Gotowe odpowiedzi</legend>
        <div className="filters">
          {offered.map((one) => (
            <Button key={one.id} onClick={() => replace(one.text)}>
              {one.name}
            </Button>
          ))}
          <Link className="button plain" to="/zapytania/odpowiedzi">
            Zmień
          </Link>
        </div>
      </fieldset>
      <TextInput
        as="textarea"
        id="answer"
        label="Treść odpowiedzi"
        value={text}
        maxLength={maxAnswerLength}
        rows={rowsOf(text)}
        onChange={({ target }) => answer.change(target.value)}
      />
      {leftOut.length > 0 ? (
        <p className="quiet">Pominięto zdania, dla których nie ma danych: {leftOut.join(", ")}.</p>
      ) : null}
      {replaced.text ? (
        <Button kind="quiet" onClick={() => replace(replaced.text)}>
          Przywróć poprzedni tekst
        </Button>
      ) : null}
      {email ? (
        <ActionButton kind="wide" busy={!text.trim()} action={send}>
          Wyślij e-mail
        </ActionButton>
      ) : null}
      <p className="quiet">
        {email ? `${delivery} Te same słowa można wysłać z telefonu:` : "Te słowa można wysłać z telefonu:"}
      </p>
      <div className="actions step-actions">
        {phone ? (
          <>
            <a
              className="button"
              // iOS reads `&body`, Android `?body`.
              href={`sms:${phone}${body && `?&body=${body}`}`}
              onClick={() => startContact(reference, "sms")}
            >
              SMS
            </a>
            <a
              className="button"
              href={`https://wa.me/${phone.slice(1)}${body && `?text=${body}`}`}
              rel="noreferrer"
              target="_blank"
              onClick={() => startContact(reference, "whatsapp")}
            >
              WhatsApp
            </a>
          </>
        ) : null}
        {email ? (
          <a className="button" href={`${mailUrl(enquiry)}${body && `&body=${body}`}`}>
            E-mail
          </a>
        ) : null}
      </div>
    </section>
  );
}

type Message = Enquiry["emails"][number];

export const isAnswer = ({ kind }: Message) => kind === "answer";

const kinds: Partial<Record<Message["kind"], string>> = {
  visitor: "E-mail z potwierdzeniem do tej osoby",
  answer: "E-mail do tej osoby",
  booking: "E-mail o terminie do tej osoby",
  "booking-trainer": "E-mail o terminie do Ciebie",
};

export function deliveryText({ kind, status, attempts, settledAt, isUnknown }: Message): string {
  const what = kinds[kind] ?? "E-mail do Ciebie";
  if (status === "sent" && settledAt)
    return `${what}: przyjęty przez serwer poczty ${formatFully(settledAt)}.`;
  if (isUnknown) return `${what}: po przywróceniu kopii nie wiadomo, czy wyszedł.`;
  if (status === "dead") return `${what}: nie udało się go wysłać.`;
  return attempts > 0 ? `${what}: czeka, prób: ${attempts}. Próby trwają.` : `${what}: czeka na wysłanie.`;
}
