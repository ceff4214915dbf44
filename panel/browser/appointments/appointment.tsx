import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { api } from "../api.ts";
import type { EnquiryData } from "../inbox/load.ts";
import { Button, ErrorMessage, StatusMessage } from "../shell/button.tsx";
import { PrivateLink } from "../shell/private-link.tsx";
import { useAction } from "../shell/use-action.ts";

type Entry = EnquiryData["enquiry"]["appointments"][number];

const states = {
  booked: "umówione",
  wish: "czeka na odpowiedź",
  asked: "prośba, miejsce wolne",
  cancelled: "odwołane",
};

export const describeEntry = ({ kind, state, minutes }: Entry) =>
  `${kindLabels[kind]}, ${minutes} min · ${states[state]}`;

const undoMs = 10_000;

type Call = () => Promise<{ json(): Promise<{ outcome: string; id?: string }> }>;

/** How the person hears of a change. */
export const tellingOf = (hasEmail: boolean) =>
  hasEmail ? "E-mail pójdzie za 10 sekund." : "Ta osoba nie podała adresu e-mail: zadzwoń albo napisz SMS.";

/** Changes of an appointment, each of which can be taken back for ten seconds, before its e-mail goes (C3.6). */
function useAppointment(hasEmail: boolean, id?: string) {
  const { error, busy, buttonProps, formProps } = useAction();
  const [done, setDone] = useState<{ id: string; words: string }>();

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [done]);

  const act = (call: Call, words: string) => async () => {
    const answer = await (await call()).json();
    setDone(answer.outcome === "done" ? { id: answer.id ?? id ?? "", words } : undefined);
  };
  const undo = async () => {
    await api.appointments[":id"].undo.$post({ param: { id: done?.id ?? "" } });
    setDone(undefined);
  };
  const outcome = (
    <>
      <StatusMessage>
        {done ? (
          <>
            {done.words} {tellingOf(hasEmail)}{" "}
            <Button kind="plain" {...buttonProps(undo)}>
              Cofnij
            </Button>
          </>
        ) : null}
      </StatusMessage>
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
  return { act, busy, buttonProps, formProps, outcome };
}

/** What the trainer does with an appointment. */
export function AppointmentActions({ entry }: { readonly entry: Entry & { hasEmail: boolean } }) {
  const { id, state, start, minutes, startsAt, hasEmail } = entry;
  const { act, busy, buttonProps, formProps, outcome } = useAppointment(hasEmail, id);
  const [moving, setMoving] = useState(false);
  const param = { id };
  const isPast = startsAt < Date.now();
  const accept = act(() => api.appointments[":id"].accept.$post({ param }), "Potwierdzone.");
  const cancel = act(
    () => api.appointments[":id"].cancel.$post({ param }),
    state === "booked" ? "Odwołane." : "Odrzucone.",
  );

  return (
    <>
      {state === "cancelled" || isPast ? null : (
        <div className="actions">
          {state === "booked" ? null : (
            <Button kind="main" {...buttonProps(accept)}>
              Potwierdź
            </Button>
          )}
          <Button aria-expanded={moving} onClick={() => setMoving(!moving)}>
            Inny czas
          </Button>
          <Button {...buttonProps(cancel)}>{state === "booked" ? "Odwołaj" : "Odrzuć"}</Button>
        </div>
      )}
      {moving ? (
        <form
          {...formProps((typed) => {
            const json = { local: localIn(typed), minutes };
            setMoving(false);
            return act(() => api.appointments[":id"].time.$put({ param, json }), "Przeniesione.")();
          })}
          className="stack"
        >
          <label className="field">
            <span className="label">Nowy czas</span>
            <input type="datetime-local" name="local" defaultValue={start} required />
          </label>
          <Button type="submit" kind="main" busy={busy}>
            Przenieś
          </Button>
        </form>
      ) : null}
      {outcome}
    </>
  );
}

const localIn = (typed: FormData) => String(typed.get("local")).slice(0, 16);

/** Books a date that was agreed on the phone, so that nobody else can take it. */
export function Arrange({ enquiry, now }: EnquiryData) {
  const { reference, appointments, email } = enquiry;
  const { act, busy, formProps, outcome } = useAppointment(email !== null);
  const isBooked = appointments.some(({ state, startsAt }) => state === "booked" && startsAt > now);
  return (
    <>
      {isBooked ? null : (
        <form
          className="stack"
          {...formProps((typed) => {
            const json = { reference, local: localIn(typed), ...kindAndMinutesIn(typed) };
            return act(() => api.appointments.$post({ json }), "Umówione.")();
          })}
        >
          <label className="field">
            <span className="label">Dzień i godzina</span>
            <input type="datetime-local" name="local" required />
          </label>
          <KindAndMinutes minutes={60} />
          <Button type="submit" kind="main" busy={busy}>
            Umów
          </Button>
        </form>
      )}
      {outcome}
    </>
  );
}

export function KindAndMinutes({ minutes }: { readonly minutes: number }) {
  return (
    <>
      <label className="field">
        <span className="label">Na co</span>
        <select name="kind" defaultValue={minutes > 30 ? "training" : "talk"}>
          <option value="talk">{kindLabels.talk}</option>
          <option value="training">{kindLabels.training}</option>
        </select>
      </label>
      <label className="field">
        <span className="label">Ile minut</span>
        <input type="number" name="minutes" defaultValue={minutes} min={10} max={240} required />
      </label>
    </>
  );
}

export const kindAndMinutesIn = (form: FormData) => ({
  kind: form.get("kind") === "talk" ? ("talk" as const) : ("training" as const),
  minutes: Number(form.get("minutes")),
});

/** The dates of an enquiry, on its screen. */
export function Appointments({ enquiry, now }: EnquiryData) {
  const { appointments, opinions, reference, phone, email } = enquiry;
  const back = { to: `/zapytania/${reference}`, label: "Zapytanie" };
  if (appointments.length === 0) return null;
  return (
    <section className="section">
      <h2>Termin</h2>
      {appointments.map((entry) => (
        <div key={entry.id} className="stack">
          <p>
            <strong>{formatLocalTime(entry.start)}</strong>
            <br />
            <span className="quiet">{describeEntry(entry)}</span>
          </p>
          <AppointmentActions entry={{ ...entry, hasEmail: email !== null }} />
          {entry.state === "booked" ? (
            <p>
              <a href={`/panel/api/appointments/${entry.id}/termin.ics`} download>
                Dodaj do kalendarza
              </a>
            </p>
          ) : null}
          {entry.state === "cancelled" || entry.startsAt < now ? null : (
            <ChangeLink {...entry} phone={phone} />
          )}
          {opinions.some(({ appointment }) => appointment === entry.id) ? (
            <Link to="/opinie">Opinia po tym spotkaniu</Link>
          ) : entry.isHeld ? (
            <Link className="button" to={`/opinie/nowa/${entry.id}`} state={{ back }}>
              Poproś o opinię
            </Link>
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** The person's own way to move or cancel, sent from the phone where no e-mail has brought it. */
function ChangeLink({ id, start, phone }: Entry & { readonly phone: string | null }) {
  const [url, setUrl] = useState<string>();
  const { error, buttonProps } = useAction();
  const make = async () =>
    setUrl((await (await api.appointments[":id"].link.$post({ param: { id } })).json()).url);
  const words = `Termin: ${formatLocalTime(start).replaceAll("\u00a0", " ")}. Zmiana albo odwołanie: ${url}`;
  return (
    <>
      {url ? <PrivateLink url={url} /> : <Button {...buttonProps(make)}>Odnośnik do zmiany</Button>}
      {url && phone ? (
        <a className="button" href={`sms:${phone}?&body=${encodeURIComponent(words)}`}>
          Wyślij SMS
        </a>
      ) : null}
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}
