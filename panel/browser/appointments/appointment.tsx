import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { minuteMs } from "../../../enquiries/clock.ts";
import { addDays, instantOf, type LocalTime, polishDay } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import type { Enquiry } from "../inbox/enquiry-data.ts";
import { useShell } from "../session.ts";
import { ActionButton, ActionForm, Button, type Done, useUndo } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { PrivateLink } from "../shell/private-link.tsx";
import { FoldedList, Section } from "../shell/screen.tsx";

type Entry = Enquiry["appointments"][number];

const states = {
  booked: "umówione",
  wish: "czeka na odpowiedź",
  asked: "prośba, nie zajmuje miejsca",
  cancelled: "odwołane",
};

export function describeEntry(entry: Omit<Entry, "id" | "start">): string {
  const { kind, state, minutes, startsAt, isHeld, isMissed } = entry;
  const isOver = state === "booked" && startsAt + minutes * minuteMs <= Date.now();
  const told = isHeld ? "odbyło się" : isMissed ? "nieobecność" : isOver ? "termin minął" : states[state];
  return `${kindLabels[kind]}, ${minutes} min\u00a0· ${told}`;
}

/** With the year if the day alone could be taken for a nearer one. */
export const whenOf = ({ start, startsAt }: Pick<Entry, "start" | "startsAt">) =>
  start < polishDay(Date.now()).slice(0, 4) || start > addDays(polishDay(Date.now()), 330)
    ? formatFully(startsAt)
    : formatLocalTime(start);

type Answer = Promise<{ json(): Promise<{ outcome: string; id?: string }> }>;

/** Whether it can still be moved or cancelled. */
export const isOpen = ({ state, startsAt }: Entry) => state !== "cancelled" && startsAt >= Date.now();

/** The date to which the person is invited, while it can still be cancelled. */
export const invitedTo = (appointments: readonly Entry[]) =>
  appointments.find((entry) => entry.state === "booked" && isOpen(entry));

/** What is told of a change that can be taken back for ten seconds: what happened, and how the client learns of it. */
export function toldOf(words: string, changed: Changed, hasMail: boolean) {
  const text = `${words} ${notificationText(changed, hasMail)}`;
  // Whoever gets no e-mail has to be told by the trainer.
  return { text, undoMs: 10_000, later: hasMail && changed.hasEmail ? undefined : text };
}

function notificationText({ hasEmail, start }: Changed, hasMail: boolean): string {
  if ((instantOf(start) ?? 0) <= Date.now()) return "Ten termin już minął, więc e-maila nie będzie.";
  if (!hasEmail) return "Ta osoba nie podała adresu e-mail: zadzwoń albo napisz SMS.";
  return hasMail
    ? "E-mail pójdzie za 10 sekund."
    : "E-mail poczeka, aż ustawisz pocztę: daj tej osobie znać inaczej.";
}

/** `start` is the time of which somebody is told. */
type Changed = { readonly hasEmail: boolean; readonly start: LocalTime; readonly id?: string };

/** Which appointment each place on the screen tells of. */
const told = new Map<string, { id: string; clear: () => void }>();

/** Makes changes of appointments, which can be undone for ten seconds, before the e-mail is sent (C3.6). */
export function useAppointment() {
  const { busy, run, setDone, outcome } = useUndo();
  const { hasMail } = useShell().me;
  const place = useId();
  useEffect(() => () => void told.delete(place), [place]);

  async function act(sent: Answer, words: string, changed: Changed): Promise<void> {
    const answer = await (await sent).json();
    const param = { id: answer.id ?? changed.id ?? "" };
    const undo: Done["undo"] = (options) => api.appointments[":id"].undo.$post({ param }, options);
    if (answer.outcome !== "done") return setDone();
    // What another place tells of it is no longer so.
    for (const one of told.values()) if (one.id === param.id) one.clear();
    told.set(place, { id: param.id, clear: () => setDone() });
    setDone({ ...toldOf(words, changed, hasMail), undo });
  }
  return { busy, run, act, outcome };
}

type AppointmentActionsProps = { entry: Entry & Changed; changes: ReturnType<typeof useAppointment> };

/** `changes` are of a component that stays when the appointment is gone from the screen. */
export function AppointmentActions({ entry, changes: { busy, run, act } }: AppointmentActionsProps) {
  const { id, state, start, minutes } = entry;
  /** While the form is open: the date as it was then, or nothing once a refusal has shown the present one. */
  const [moving, setMoving] = useState<{ seen?: typeof start }>();
  const one = api.appointments[":id"];
  const param = { id };
  const isBooked = state === "booked";
  const cancelled = isBooked ? "Odwołane." : "Odrzucone.";
  const accept = () => act(one.accept.$post({ param, json: { local: start } }), "Potwierdzone.", entry);
  const cancel = () => act(one.cancel.$post({ param, query: { local: start } }), cancelled, entry);

  async function move(typed: FormData): Promise<void> {
    const json = { local: localIn(typed), minutes, seen: moving?.seen ?? start };
    // A client who is booked is told wherever the appointment moves; others only of a time still to come.
    const changed = isBooked ? entry : { ...entry, start: json.local };
    const sent = one.time.$put({ param, json });
    // Whoever is refused sees the date as it is now.
    sent.catch(() => setMoving({}));
    await act(sent, "Przeniesione.", changed);
    setMoving(undefined);
  }

  return (
    <>
      <div className="actions">
        {isBooked ? null : (
          <Button kind="main" busy={busy} onClick={() => void run(accept)}>
            Potwierdź
          </Button>
        )}
        <Button aria-expanded={!!moving} onClick={() => setMoving(moving ? undefined : { seen: start })}>
          Inny termin
        </Button>
        <Button busy={busy} onClick={() => void run(cancel)}>
          {isBooked ? "Odwołaj" : "Odrzuć"}
        </Button>
      </div>
      {moving ? (
        <ActionForm action={(typed) => run(() => move(typed))} submit="Przenieś" kind="main" disabled={busy}>
          <TimeInput label="Nowy termin" defaultValue={start} />
        </ActionForm>
      ) : null}
    </>
  );
}

const TimeInput = (props: { readonly label: string; readonly defaultValue?: LocalTime }) => (
  <TextInput {...props} type="datetime-local" name="local" max="2099-12-31T23:59" required />
);

const localIn = (typed: FormData) => String(typed.get("local")).slice(0, 16);

/** Books a date agreed on the phone, also a further one, so that nobody else can book it. */
export function Arrange({ reference, appointments, email }: Enquiry) {
  const { act, outcome } = useAppointment();
  return (
    <>
      <ActionForm
        // Emptied once the date is booked.
        key={appointments.length}
        action={(typed) => {
          const json = { reference, local: localIn(typed), ...kindAndMinutesIn(typed) };
          const changed = { hasEmail: email !== null, start: json.local };
          return act(api.appointments.$post({ json }), "Umówione.", changed);
        }}
        submit={invitedTo(appointments) ? "Umów kolejny termin" : "Umów"}
        kind="main"
      >
        <TimeInput label="Dzień i godzina" />
        <KindAndMinutes minutes={60} />
      </ActionForm>
      {outcome}
    </>
  );
}

export function KindAndMinutes({ minutes }: { readonly minutes: number }) {
  return (
    <>
      <TextInput as="select" label="Na co" name="kind" defaultValue={minutes > 30 ? "training" : "talk"}>
        <option value="talk">{kindLabels.talk}</option>
        <option value="training">{kindLabels.training}</option>
      </TextInput>
      <TextInput
        label="Ile minut"
        type="number"
        name="minutes"
        defaultValue={minutes}
        min={10}
        max={240}
        required
      />
    </>
  );
}

export const kindAndMinutesIn = (form: FormData) => ({
  kind: form.get("kind") === "talk" ? ("talk" as const) : ("training" as const),
  minutes: Number(form.get("minutes")),
});

export function Appointments({ appointments, opinions, reference, status, phone, email }: Enquiry) {
  const back = { to: `/zapytania/${reference}`, label: "Zapytanie" };
  const changes = useAppointment();
  if (appointments.length === 0) return null;
  // Nobody in quarantine gets an e-mail, and no link of theirs works.
  const canChange = (entry: Entry) => status !== "quarantined" && isOpen(entry);
  return (
    <Section title="Termin">
      {changes.outcome}
      <FoldedList className="stack" older="Wcześniejsze terminy" newestFirst>
        {appointments.map((entry) => (
          <li key={entry.id} className="stack" data-kept={isOpen(entry)}>
            <p>
              <strong>{whenOf(entry)}</strong>
              <br />
              <span className="quiet">{describeEntry(entry)}</span>
            </p>
            {canChange(entry) && (
              <AppointmentActions entry={{ ...entry, hasEmail: email !== null }} changes={changes} />
            )}
            {entry.state === "booked" && isOpen(entry) ? (
              <p>
                <a href={`/panel/api/appointments/${entry.id}/termin.ics`} download>
                  Dodaj do kalendarza
                </a>
              </p>
            ) : null}
            {canChange(entry) ? <ChangeLink {...entry} phone={phone} /> : null}
            {opinions.some(({ appointment }) => appointment === entry.id) ? (
              <Link to="/opinie">Opinia po tym spotkaniu</Link>
            ) : entry.isHeld ? (
              <Link className="button" to={`/opinie/nowa/${entry.id}`} state={{ back }}>
                Poproś o opinię
              </Link>
            ) : null}
          </li>
        ))}
      </FoldedList>
    </Section>
  );
}

/** Creates a link by which the client can move or cancel. The owner can send it by SMS. */
function ChangeLink({ id, start, state, phone }: Entry & { readonly phone: string | null }) {
  const [url, setUrl] = useState<string>();
  const make = async () =>
    setUrl((await (await api.appointments[":id"].link.$post({ param: { id } })).json()).url);
  const what = state === "booked" ? "Termin" : "Prośba o termin";
  const text = `${what}: ${formatLocalTime(start).replaceAll("\u00a0", " ")}. Zmiana albo odwołanie: ${url}`;
  return (
    <>
      {url ? <PrivateLink url={url} /> : <ActionButton action={make}>Odnośnik do zmiany</ActionButton>}
      {url && phone ? (
        <a className="button" href={`sms:${phone}?&body=${encodeURIComponent(text)}`}>
          Wyślij SMS
        </a>
      ) : null}
    </>
  );
}
