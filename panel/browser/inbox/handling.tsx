import { useState } from "react";
import { type EnquiryState, enquiryStates, stateLabels } from "../../../enquiries/owner/inbox.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load.ts";

/** What the owner does about an enquiry: call or write, set its state and a reminder. */
export function Handling(data: EnquiryData) {
  const { enquiry } = data;
  return (
    <div className="handling">
      <ContactLinks enquiry={enquiry} />
      {enquiry.status === "quarantined" ? null : <StateChoice enquiry={enquiry} />}
      <Reminder {...data} />
    </div>
  );
}

/** Links to call or write to the visitor; the call comes first. */
function ContactLinks({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { phone, email, reference, status } = enquiry;
  // Not the main action for suspected spam.
  const call = status === "quarantined" ? "button wide" : "button main wide call";
  const subject = encodeURIComponent(`Twoja wiadomość ${reference}`);
  const write = `mailto:${email}?subject=${subject}`;
  return (
    <>
      <a className={call} href={phone ? `tel:${phone}` : write}>
        {phone ? "Zadzwoń" : "Napisz e-mail"}
      </a>
      {phone ? (
        <div className="contact">
          <a className="button" href={`sms:${phone}`}>
            SMS
          </a>
          <a className="button" href={`https://wa.me/${phone.slice(1)}`} rel="noreferrer" target="_blank">
            WhatsApp
          </a>
          {email ? (
            <a className="button" href={write}>
              E-mail
            </a>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** Sets the state of an enquiry with one tap. */
function StateChoice({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { busy, error, run } = useAction();
  const param = { reference: enquiry.reference };

  // Optimistic: shown until the server has answered or refused.
  const [chosen, setChosen] = useState<EnquiryState>();

  async function choose(state: EnquiryState): Promise<void> {
    if (busy) return;
    setChosen(state);
    await run(() => api.enquiries[":reference"].state.$put({ param, json: { state } }));
    setChosen(undefined);
  }

  return (
    <fieldset className="choice" aria-busy={busy}>
      <legend className="label">Etap</legend>
      {enquiryStates.map((state) => (
        <label key={state} className="button over">
          <input
            type="radio"
            name="state"
            checked={(chosen ?? enquiry.state) === state}
            onChange={() => void choose(state)}
          />
          {stateLabels[state]}
        </label>
      ))}
      <ErrorMessage>{error}</ErrorMessage>
    </fieldset>
  );
}

/** Sets when the panel reminds the owner of an enquiry: in the morning of a chosen day. */
function Reminder({ enquiry, now }: EnquiryData) {
  const { error, run, buttonProps } = useAction();
  const param = { reference: enquiry.reference };

  /** In the morning of a day such as `2026-11-30`, in the phone's time zone. */
  const remind = (day: string | null) => {
    const at = day && new Date(`${day}T08:00:00`).toISOString();
    return api.enquiries[":reference"].reminder.$put({ param, json: { at } });
  };

  return (
    <section className="section">
      <h2>Przypomnienie</h2>
      {enquiry.remindAt ? (
        <p>
          <time dateTime={enquiry.remindAt}>{formatFully(enquiry.remindAt, now)}</time>
        </p>
      ) : null}
      <div className="actions">
        <Button {...buttonProps(() => remind(dayAfter(1, now)))}>Jutro</Button>
        <Button {...buttonProps(() => remind(dayAfter(7, now)))}>Za tydzień</Button>
        <label className="button over">
          Wybierz dzień
          <input
            type="date"
            onClick={(event) => event.currentTarget.showPicker()}
            min={dayAfter(1, now)}
            onChange={({ target }) => target.value && void run(() => remind(target.value))}
          />
        </label>
        {enquiry.remindAt ? (
          <Button kind="plain" {...buttonProps(() => remind(null))}>
            Nie przypominaj
          </Button>
        ) : null}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

function dayAfter(days: number, now: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  return date.toLocaleDateString("sv");
}
