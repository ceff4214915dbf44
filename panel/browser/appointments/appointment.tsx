import { useEffect, useState } from "react";
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

/** What the trainer does with an appointment. Each change can be taken back for ten seconds, before its e-mail goes (C3.6). */
export function AppointmentActions({ entry }: { readonly entry: Entry }) {
  const { id, state, start, minutes, startsAt } = entry;
  const { error, setError, busy, run, buttonProps } = useAction();
  const [done, setDone] = useState<string>();
  const [moving, setMoving] = useState(false);
  const param = { id };
  const isPast = startsAt < Date.now();

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [done]);

  const act = (call: () => Promise<{ json(): Promise<{ outcome: string }> }>, words: string) => async () => {
    const { outcome } = await (await call()).json();
    if (outcome === "taken") setError("W tym czasie jest już inny termin.");
    setDone(outcome === "done" ? words : undefined);
    setMoving(false);
  };
  const accept = act(() => api.appointments[":id"].accept.$post({ param }), "Potwierdzone.");
  const cancel = act(
    () => api.appointments[":id"].cancel.$post({ param }),
    state === "booked" ? "Odwołane." : "Odrzucone.",
  );
  const undo = act(() => api.appointments[":id"].undo.$post({ param }), "");

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
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const local = String(new FormData(event.currentTarget).get("local")).slice(0, 16);
            const json = { local, minutes };
            void run(act(() => api.appointments[":id"].time.$put({ param, json }), "Przeniesione."));
          }}
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
      <div role="status">
        {done ? (
          <p className="notice">
            {done} E-mail pójdzie za 10 sekund.{" "}
            <Button kind="plain" {...buttonProps(undo)}>
              Cofnij
            </Button>
          </p>
        ) : null}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}

/** The dates of an enquiry, on its screen. */
export function Appointments({ appointments }: { readonly appointments: readonly Entry[] }) {
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
        </div>
      ))}
    </section>
  );
}
