import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { api } from "../api.ts";
import type { EnquiryData } from "../inbox/load.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
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

/** Changes of an appointment, each of which can be taken back for ten seconds, before its e-mail goes (C3.6). */
function useAppointment(id?: string) {
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
      <div role="status">
        {done ? (
          <p className="notice">
            {done.words} E-mail pójdzie za 10 sekund.{" "}
            <Button kind="plain" {...buttonProps(undo)}>
              Cofnij
            </Button>
          </p>
        ) : null}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
  return { act, busy, buttonProps, formProps, outcome };
}

/** What the trainer does with an appointment. */
export function AppointmentActions({ entry }: { readonly entry: Entry }) {
  const { id, state, start, minutes, startsAt } = entry;
  const { act, busy, buttonProps, formProps, outcome } = useAppointment(id);
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
  const { act, busy, formProps, outcome } = useAppointment();
  const { reference, appointments } = enquiry;
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
export function Appointments({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { appointments, opinions, reference } = enquiry;
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
          <AppointmentActions entry={entry} />
          {entry.state === "booked" ? (
            <p>
              <a href={`/panel/api/appointments/${entry.id}/termin.ics`} download>
                Dodaj do kalendarza
              </a>
            </p>
          ) : null}
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
