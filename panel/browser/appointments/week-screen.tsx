import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatDay, formatHour, formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { addDays, polishDay } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { ActionButton, ActionForm, Button, StatusMessage } from "../shell/button.tsx";
import { TextInput } from "../shell/inputs.tsx";
import { PrivateLink } from "../shell/private-link.tsx";
import { Screen, Section } from "../shell/screen.tsx";
import {
  AppointmentActions,
  describeEntry,
  isOpen,
  KindAndMinutes,
  kindAndMinutesIn,
  useAppointment,
} from "./appointment.tsx";

export async function loader({ url }: LoaderFunctionArgs) {
  const from = url.searchParams.get("od") ?? polishDay(Date.now());
  const [week, calendars] = await Promise.all([
    api.appointments.$get({ query: { from } }).then((answer) => answer.json()),
    api["busy-calendars"].$get().then((answer) => answer.json()),
  ]);
  return { from, calendars, ...week };
}

type Day = Awaited<ReturnType<typeof loader>>["days"][number];

/** A week: a list on a phone, seven columns on wide screens. */
export function Component() {
  const { from, today, hasHours, days } = useLoaderData<typeof loader>();
  return (
    <Screen title="Terminy" back={{ to: "/zapytania", label: "Zapytania" }}>
      <p className="actions">
        <Link to={`?od=${addDays(from, -7)}`}>Wcześniejszy tydzień</Link>
        <Link to={`?od=${addDays(from, 7)}`}>Następny tydzień</Link>
        <Link to="/tresc/kontakt?pole=slots">Godziny w tygodniu</Link>
      </p>
      {hasHours ? null : (
        <p>Bez godzin w tygodniu strona nie pokazuje terminów: dodane widzi tylko ten, kto ma odnośnik.</p>
      )}
      <ol className="week">
        {days.map((one) => (
          <DayColumn key={one.day} {...one} today={today} />
        ))}
      </ol>
      <CalendarFeed />
      <BusyCalendars />
    </Screen>
  );
}

function DayColumn(props: Day & { readonly today: string }) {
  const { day, appointments, free, added, closed, closedHours, isBreak, today } = props;
  const [adding, setAdding] = useState(false);
  const changes = useAppointment();
  const nearDay = { [today]: "Dziś", [addDays(today, 1)]: "Jutro" }[day];
  const ofDay = <span className="visually-hidden">, {formatDay(day)}</span>;
  const close = (time: string | null) => api.slots.$post({ json: { effect: "closed", day, time } });
  const remove = (id: string) => api.slots[":id"].$delete({ param: { id } });
  const isPast = day < today;
  const hasNone = (closed !== null || isBreak) && free.length === 0;
  // An added date is removed instead.
  const usualTimes = new Set(
    free.map(({ local }) => local.slice(11)).filter((time) => added.every((one) => one.time !== time)),
  );

  async function add(typed: FormData): Promise<void> {
    const time = String(typed.get("time")).slice(0, 5);
    await api.slots.$post({ json: { effect: "added", day, time, ...kindAndMinutesIn(typed) } });
    setAdding(false);
  }

  return (
    <li className="day">
      <h2>
        {formatDay(day).replaceAll("\u00a0", " ")}{" "}
        {nearDay ? <span className="quiet">{nearDay.toLowerCase()}</span> : null}
      </h2>
      {appointments.map((entry) => (
        <div key={entry.id} className={entry.state === "wish" ? "notice next" : "notice"}>
          <p>
            <strong className="figure">{formatHour(entry.start)}</strong>{" "}
            <Link to={`/zapytania/${entry.reference}`}>{entry.name}</Link>
            <br />
            <span className="quiet">{describeEntry(entry)}</span>
          </p>
          {isOpen(entry) ? (
            <details>
              <summary aria-label={`Zmień termin: ${entry.name}, ${formatHour(entry.start)}`}>Zmień</summary>
              <AppointmentActions entry={entry} changes={changes} />
            </details>
          ) : null}
        </div>
      ))}
      {changes.outcome}
      {free.length > 0 ? (
        <p className="quiet">
          Wolne:{" "}
          <span className="figure">
            {free.map(({ local, kind }) => `${formatHour(local)} ${kindLabels[kind]}`).join(", ")}
          </span>
        </p>
      ) : null}
      {usualTimes.size > 0 ? (
        <details>
          <summary>Zamknij godzinę{ofDay}</summary>
          <div className="actions">
            {[...usualTimes].map((time) => (
              <ActionButton key={time} action={() => close(time)}>
                <span className="visually-hidden">Zamknij </span>
                {formatHour(`${day}T${time}`)}
              </ActionButton>
            ))}
          </div>
        </details>
      ) : null}
      {(isPast || closed ? [] : closedHours).map(({ id, time }) => (
        <p key={id} className="quiet">
          Zamknięta: {formatHour(`${day}T${time}`)}{" "}
          <ActionButton kind="plain" action={() => remove(id)}>
            Otwórz ponownie
            <span className="visually-hidden">, {formatLocalTime(`${day}T${time}`)}</span>
          </ActionButton>
        </p>
      ))}
      {(isPast ? [] : added).map(({ id, time, kind }) => (
        <p key={id} className="quiet">
          Dodany: {formatHour(`${day}T${time}`)} {kind && kindLabels[kind]}{" "}
          <ActionButton kind="plain" action={() => remove(id)}>
            Usuń
            <span className="visually-hidden"> dodany termin, {formatLocalTime(`${day}T${time}`)}</span>
          </ActionButton>
        </p>
      ))}
      <p role="status" className={hasNone ? "quiet" : "visually-hidden"}>
        {hasNone && (isBreak ? "Bez wolnych terminów, zgodnie z treścią strony." : "Bez wolnych terminów.")}
      </p>
      {isPast ? null : (
        <div className="actions">
          {isBreak && !closed ? null : (
            <ActionButton kind="plain" action={() => (closed ? remove(closed) : close(null))}>
              {closed ? "Jednak tak" : `${nearDay ?? "Tego dnia"} nie`}
              {ofDay}
            </ActionButton>
          )}
          <Button kind="plain" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            Dodaj termin{ofDay}
          </Button>
        </div>
      )}
      {adding ? (
        <ActionForm action={add} submit="Dodaj" kind="main">
          <TextInput label="Godzina" type="time" name="time" defaultValue="18:00" required />
          <KindAndMinutes minutes={30} />
        </ActionForm>
      ) : null}
    </li>
  );
}

/** Creates and revokes the secret URL for subscribing to the appointments. It is shown only once. */
function CalendarFeed() {
  const [url, setUrl] = useState<string | null>();
  const make = async () => setUrl((await (await api["calendar-feed"].$post()).json()).url);
  const revoke = () => api["calendar-feed"].$delete().then(() => setUrl(null));
  return (
    <Section title="Terminy w kalendarzu telefonu">
      <p className="quiet">
        Utwórz adres i dodaj go w swoim kalendarzu jako subskrypcję. Kalendarz pokaże godziny, rodzaj
        spotkania, inicjały i numer zapytania, nic więcej. Google odświeża taki kalendarz czasem tylko raz na
        dobę. Nowy adres unieważnia poprzedni.
      </p>
      {url ? <PrivateLink url={url} /> : null}
      <StatusMessage>
        {url === null ? "Adres już nie działa." : url && "Skopiuj adres teraz: drugi raz się nie pokaże."}
      </StatusMessage>
      <div className="actions">
        <ActionButton action={make}>Utwórz adres</ActionButton>
        <ActionButton kind="plain" action={revoke}>
          Unieważnij adres
        </ActionButton>
      </div>
    </Section>
  );
}

function BusyCalendars() {
  const { calendars } = useLoaderData<typeof loader>();
  async function save(typed: FormData): Promise<void> {
    const urls = typed.getAll("url").map((url) => String(url).replace(/^webcal:/, "https:"));
    await api["busy-calendars"].$put({ json: { urls: urls.filter(Boolean) } });
  }
  return (
    <Section title="Kiedy jestem gdzie indziej">
      <p className="quiet">
        Wklej prywatne adresy swoich kalendarzy (ICS, najwyżej trzy). Strona odczytuje je co dziesięć minut i
        nie proponuje terminów w zajętym czasie.
      </p>
      <ActionForm action={save} submit="Zapisz kalendarze">
        {[0, 1, 2].map((at) => (
          <TextInput
            key={`${at} ${calendars.map(({ url }) => url)}`}
            label={`Kalendarz ${at + 1}`}
            type="url"
            name="url"
            defaultValue={calendars[at]?.url ?? ""}
            placeholder="https://…"
            pattern="(https|webcal)://.+"
            title="Adres zaczyna się od https:// albo webcal://."
            help={calendars[at] && readingOf(calendars[at])}
          />
        ))}
      </ActionForm>
    </Section>
  );
}

function readingOf({ failed, readAt }: Awaited<ReturnType<typeof loader>>["calendars"][number]): string {
  const last = readAt ? `Ostatni udany odczyt: ${formatFully(readAt)}.` : "Udanego odczytu jeszcze nie było.";
  return failed ? `Nie udało się odczytać: sprawdź, czy adres jest prawidłowy. ${last}` : last;
}
