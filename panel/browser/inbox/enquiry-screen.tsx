import { useState } from "react";
import { useLoaderData, useLocation } from "react-router";
import { api, randomId } from "../api.ts";
import { Appointments } from "../appointments/appointment.tsx";
import { formatFully } from "../format.ts";
import { ActionButton, ActionForm } from "../shell/action.tsx";
import { TextArea } from "../shell/inputs.tsx";
import { Fact, Row } from "../shell/rows.tsx";
import { Screen, Section } from "../shell/screen.tsx";
import { Answer, deliveryText } from "./answer.tsx";
import type { EnquiryData, loadEnquiry } from "./enquiry-data.ts";
import { Handling } from "./handling.tsx";
import { PersonalData } from "./personal-data.tsx";

export function EnquiryScreen() {
  const data = useLoaderData<typeof loadEnquiry>();
  const { enquiry, now } = data;
  const { search, state } = useLocation();
  return (
    // The key discards a note begun for one person when another enquiry opens beside the list.
    <Screen
      key={enquiry.reference}
      title={enquiry.name}
      windowTitle={`Zapytanie ${enquiry.reference}`}
      back={state?.back ?? { to: { pathname: "/zapytania", search }, label: "Zapytania" }}
    >
      <p className="quiet">
        <time dateTime={enquiry.receivedAt}>{formatFully(enquiry.receivedAt, now)}</time> ·{" "}
        <span className="figure nowrap">numer {enquiry.reference}</span>
      </p>
      {enquiry.status === "quarantined" ? <Quarantine enquiry={enquiry} /> : null}
      <div className="enquiry-body">
        <div className="reading">
          <p className="message">{enquiry.message}</p>
          <dl className="facts">
            <Fact label="Temat" value={enquiry.goal} />
            <Fact label="Kiedy się odezwać" value={enquiry.preferredTime} />
            <Fact label="Telefon" value={enquiry.phoneText} />
            <Fact label="E-mail" value={enquiry.email && wrapping(enquiry.email)} />
          </dl>
        </div>
        {enquiry.status === "quarantined" ? null : <Answer {...data} />}
        <Handling {...data} />
        <div className="rest">
          <Appointments {...data} />
          <Notes {...data} />
          <EmailStatus {...data} />
          <PersonalData enquiry={enquiry} />
        </div>
      </div>
    </Screen>
  );
}

/** Allows an e-mail address to wrap before its @. */
const wrapping = (email: string) =>
  email.split(/(?=@)/).flatMap((part, at) => (at ? [<wbr key="@" />, part] : part));

/** Why an enquiry is in quarantine, with the button that releases it. */
function Quarantine({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const param = { reference: enquiry.reference };
  return (
    <div className="notice next stack">
      <p>
        <strong>W kwarantannie:</strong> {enquiry.reasons.join(", ")}. Osoba, która pisze, o tym nie wie.
      </p>
      <ActionButton kind="main" action={() => api.enquiries[":reference"].release.$post({ param })}>
        To nie spam
      </ActionButton>
    </div>
  );
}

/** The owner's notes about an enquiry. The visitor never sees them. */
function Notes({ enquiry, now }: EnquiryData) {
  const [text, setText] = useState("");
  const { notes } = api.enquiries[":reference"];
  const param = { reference: enquiry.reference };

  async function add(): Promise<void> {
    await notes.$post({ param, json: { id: randomId(), text } });
    setText("");
  }

  return (
    <Section title="Notatki">
      <ul className="rows">
        {enquiry.notes.map(({ id, text, createdAt }) => (
          <Row
            key={id}
            about={<time dateTime={createdAt}>{formatFully(createdAt, now)}</time>}
            beside={
              <ActionButton kind="plain" action={() => notes[":id"].$delete({ param: { ...param, id } })}>
                Usuń<span className="visually-hidden"> notatkę: {text.slice(0, 40)}</span>
              </ActionButton>
            }
          >
            <span className="message">{text}</span>
          </Row>
        ))}
      </ul>
      <ActionForm action={add} submit="Dodaj notatkę" disabled={!text.trim()}>
        <TextArea
          label="Nowa notatka"
          value={text}
          maxLength={4000}
          onChange={({ target }) => setText(target.value)}
        />
      </ActionForm>
    </Section>
  );
}

/** The e-mails of an enquiry and their delivery, with buttons to resend them and to mark spam. */
function EmailStatus({ enquiry, now }: EnquiryData) {
  const one = api.enquiries[":reference"];
  const param = { reference: enquiry.reference };
  // `Answer` shows the answers.
  const others = enquiry.emails.filter(({ kind }) => kind !== "answer");
  return (
    <Section title="E-maile">
      {others.length === 0 ? <p className="quiet">O tym zapytaniu nie wysłano e-maili.</p> : null}
      <ul className="stack">
        {others.map((message) => (
          <li key={message.id}>{deliveryText(message, now)}</li>
        ))}
      </ul>
      {enquiry.status === "quarantined" ? null : (
        <div className="actions">
          <ActionButton action={() => one.resend.$post({ param })}>Wyślij do mnie jeszcze raz</ActionButton>
          <ActionButton kind="plain" action={() => one.spam.$post({ param })}>
            To spam
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
