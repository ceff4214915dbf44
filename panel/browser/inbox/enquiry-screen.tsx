import { useState } from "react";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router";
import { DefinitionList } from "../../../app/ui/definition-list.tsx";
import { wrapping } from "../../../app/ui/wrapping.tsx";
import { maxNoteLength } from "../../../enquiries/owner/inbox.ts";
import { api } from "../api.ts";
import { Appointments, invitedTo } from "../appointments/appointment.tsx";
import { formatFully } from "../format.ts";
import { ActionButton, ActionForm, StatusMessage } from "../shell/button.tsx";
import { Check, TextInput } from "../shell/inputs.tsx";
import { FoldedList, Row, Screen, Section } from "../shell/screen.tsx";
import { Answer, deliveryText, isAnswer } from "./answer.tsx";
import { forgetDraft, newEnquiryKey, noteKey, useDraft } from "./answer-drafts.tsx";
import { type Enquiry, type loadEnquiry, whileErasing } from "./enquiry-data.ts";
import { Handling } from "./handling.tsx";

const one = api.enquiries[":reference"];

export function EnquiryScreen() {
  const enquiry = useLoaderData<typeof loadEnquiry>();
  const { search, state } = useLocation();
  return (
    // By its key, what is begun for one person does not appear in the next enquiry that opens beside the list.
    <Screen
      key={enquiry.reference}
      title={enquiry.name}
      windowTitle={`Zapytanie ${enquiry.reference}`}
      back={{ to: { pathname: "/zapytania", search }, label: "Zapytania", state, ...state?.back }}
    >
      <p className="quiet">
        <time dateTime={enquiry.receivedAt}>{formatFully(enquiry.receivedAt)}</time> ·{" "}
        <span className="figure nowrap">numer {enquiry.reference}</span>
      </p>
      {enquiry.others.length > 0 ? (
        <p>
          Ta osoba pisała też:{" "}
          {enquiry.others.map((one, at) => (
            <span key={one.reference}>
              {at > 0 && ", "}
              <Link to={{ pathname: `/zapytania/${one.reference}`, search }} state={state}>
                {one.reference} ({one.name})
              </Link>
            </span>
          ))}
        </p>
      ) : null}
      {enquiry.status === "quarantined" ? <Quarantine {...enquiry} /> : null}
      <div className="enquiry-body">
        <div className="reading">
          <p className="message">{enquiry.message}</p>
          <DefinitionList
            rows={[
              ["Temat", enquiry.goal],
              ["Kiedy się odezwać", enquiry.preferredTime],
              ["Telefon", enquiry.phoneText],
              ["E-mail", enquiry.email && wrapping(enquiry.email)],
            ]}
          />
        </div>
        {enquiry.status === "quarantined" ? null : <Answer {...enquiry} />}
        <Handling {...enquiry} />
        <div className="rest">
          <Appointments {...enquiry} />
          <Notes {...enquiry} />
          <EmailStatus {...enquiry} />
          <PersonalData {...enquiry} />
        </div>
      </div>
    </Screen>
  );
}

function Quarantine({ reference, reasons, state }: Enquiry) {
  const param = { reference };
  return (
    <div className="notice next stack">
      <p>
        <strong>W kwarantannie:</strong> {reasons.join(", ")}. Osoba, która pisze, o tym nie wie.
      </p>
      <div className="actions">
        <ActionButton kind="main" action={() => one.release.$post({ param })}>
          To nie spam
        </ActionButton>
        {state !== "closed" && <ActionButton action={() => one.spam.$post({ param })}>To spam</ActionButton>}
      </div>
    </div>
  );
}

/** The owner's notes about an enquiry. The visitor never sees them. */
function Notes({ reference, notes: written }: Enquiry) {
  const { id, text, change, forget } = useDraft(noteKey(reference), written);
  const param = { reference };
  const add = () => one.notes.$post({ param, json: { id, text } }).then(forget);

  return (
    <Section title="Notatki">
      <FoldedList className="rows" aria-live="polite" older="Wcześniejsze notatki">
        {written.map(({ id, text, createdAt }) => (
          <Row
            key={id}
            about={<time dateTime={createdAt}>{formatFully(createdAt)}</time>}
            beside={
              <ActionButton kind="plain" action={() => one.notes[":id"].$delete({ param: { ...param, id } })}>
                Usuń<span className="visually-hidden"> notatkę: {text.slice(0, 40)}</span>
              </ActionButton>
            }
          >
            <span className="message">{text}</span>
          </Row>
        ))}
      </FoldedList>
      <ActionForm action={add} submit="Dodaj notatkę" disabled={!text.trim()}>
        <TextInput
          as="textarea"
          label="Nowa notatka"
          value={text}
          maxLength={maxNoteLength}
          onChange={({ target }) => change(target.value)}
        />
      </ActionForm>
    </Section>
  );
}

function EmailStatus({ reference, emails, status, appointments }: Enquiry) {
  const param = { reference };
  // `Answer` shows the answers.
  const others = emails.filter((message) => !isAnswer(message));
  return (
    <Section title="E-maile">
      {others.length === 0 ? <p className="quiet">O tym zapytaniu nie wysłano e-maili.</p> : null}
      <FoldedList className="stack" aria-live="polite" older="Wcześniejsze e-maile">
        {others.map((sent) => (
          <li key={sent.id} data-kept={sent.status !== "sent"}>
            {deliveryText(sent)}
          </li>
        ))}
      </FoldedList>
      {status === "quarantined" ? null : (
        <div className="actions">
          <ActionButton action={() => one.resend.$post({ param })}>Wyślij do mnie jeszcze raz</ActionButton>
          {invitedTo(appointments) ? (
            <p className="quiet">Jeśli to spam, najpierw odwołaj termin.</p>
          ) : (
            <ActionButton kind="plain" action={() => one.spam.$post({ param })}>
              To spam
            </ActionButton>
          )}
        </div>
      )}
    </Section>
  );
}

/** Erases a person's data on request. First lists what will be erased, because that cannot be undone. */
function PersonalData({ reference }: Enquiry) {
  const param = { reference };
  const find = async () => (await one.person.$get({ param })).json();
  const [person, setPerson] = useState<Awaited<ReturnType<typeof find>>>();
  const [related, setRelated] = useState(true);
  const navigate = useNavigate();

  async function erase(): Promise<void> {
    await one.person.$delete({ param, json: { related } });
    for (const erased of [...(person?.exact ?? []), ...(related ? (person?.related ?? []) : [])])
      forgetDraft(erased.reference);
    forgetDraft(newEnquiryKey);
    await navigate("/zapytania");
  }

  return (
    <details className="section">
      <summary>Usuń dane tej osoby</summary>
      <p>
        Znikną jej zapytania razem z terminami (bez e-maila o odwołaniu), notatkami, opiniami, przypomnieniami
        i e-mailami, które czekają na wysłanie. Tego nie da się cofnąć.
      </p>
      <p>
        Zostaną e-maile w Twojej skrzynce i pobrane kopie: usuń je samodzielnie. Z kopii na serwerze te dane
        znikną najpóźniej po 30 dniach, a przy przywracaniu kopii na tym serwerze ta osoba zostanie pominięta
        (na nowym usuń ją po przywróceniu jeszcze raz). Jeśli zapytanie zniknęło już samo, bo minął czas
        przechowywania, opinię usuń na ekranie „Opinie”.
      </p>
      {/* The button keeps its place, so that a second press of Enter does not erase. */}
      <ActionButton action={async () => setPerson(await find())}>Pokaż, co zniknie</ActionButton>
      <StatusMessage>
        {person && `Zapytania tej osoby: ${person.exact.map((enquiry) => enquiry.reference).join(", ")}`}
      </StatusMessage>
      {person && person.related.length > 0 ? (
        <Check checked={related} onChange={setRelated}>
          Także te, które prowadzą do niej przez drugi kontakt:{" "}
          {person.related.map((enquiry) => `${enquiry.reference} (${enquiry.name})`).join(", ")}
        </Check>
      ) : null}
      {person && <ActionButton action={() => whileErasing(reference, erase)}>Usuń na zawsze</ActionButton>}
    </details>
  );
}
