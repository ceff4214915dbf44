import { Link, useLoaderData } from "react-router";
import { formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { afterContact, type ContactResult, resultLabels } from "../../../enquiries/owner/contact.ts";
import { outcomeLabels, type StateTarget } from "../../../enquiries/owner/inbox.ts";
import { morningAfter } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { isOpen, toldOf } from "../appointments/appointment.tsx";
import { formatDay, formatWeekday } from "../format.ts";
import { ContactFollowUp, startContact, writeDraft } from "../inbox/answer-drafts.tsx";
import { changeState } from "../inbox/enquiry-data.ts";
import { mailUrl } from "../inbox/handling.tsx";
import { Entry, stepTime } from "../inbox/inbox-screen.tsx";
import { useShell } from "../session.ts";
import { Button, type Done, useUndo } from "../shell/button.tsx";
import { RowLink, Screen } from "../shell/screen.tsx";

export const loadToday = async () => (await api.enquiries.today.$get()).json();

type Today = Awaited<ReturnType<typeof loadToday>>;

/** The panel's first screen: today's appointments, enquiries to answer, and steps that are due (C1.2). */
export function TodayScreen() {
  const { steps, count, opinions, next } = useLoaderData<typeof loadToday>();
  const { busy, run, setDone, outcome } = useUndo();
  const { hasMail } = useShell().me;
  const take = (step: Step) => void run(() => step.act().then(() => setDone(step)));

  return (
    <Screen title="Dziś" beside={<p className="quiet">{formatWeekday(Date.now())}</p>}>
      {outcome}
      {opinions > 0 ? (
        <ul className="rows">
          <RowLink to="/opinie">Nowe opinie: {opinions}</RowLink>
        </ul>
      ) : null}
      {Object.entries(headings).map(([kind, heading]) => {
        const list = steps.filter(({ step }) => step.kind === kind);
        return list.length === 0 ? null : (
          <section key={kind} className="today">
            <h2>{heading}</h2>
            <ul className="rows">
              {list.map((enquiry) => (
                <li key={enquiry.reference} className="row-with-action step">
                  <Entry enquiry={enquiry} state={fromToday} />
                  <ContactFollowUp
                    {...enquiry}
                    busy={busy}
                    run={run}
                    onTold={(...told) => setDone(contacted(enquiry, ...told))}
                  />
                  <div className="actions step-actions">
                    {[...enquiry.others, ...(enquiry.wish ? [enquiry.wish] : [])].map((date) => (
                      <p key={date.id}>
                        {dateLabel(date)} <strong>{formatLocalTime(date.start)}</strong>,{" "}
                        {kindLabels[date.kind]}
                      </p>
                    ))}
                    {kind === "outcome" ? null : (
                      <a
                        className="button"
                        href={enquiry.phone ? `tel:${enquiry.phone}` : mailUrl(enquiry)}
                        onClick={() => enquiry.phone && startContact(enquiry.reference, "call")}
                        aria-describedby={`name-${enquiry.reference}`}
                      >
                        {enquiry.phone ? "Zadzwoń" : "E-mail"}
                      </a>
                    )}
                    {stepsFor(enquiry, hasMail).map((step) => (
                      <Button key={step.label} busy={busy} onClick={() => take(step)}>
                        {step.label}
                        <span className="visually-hidden"> ({enquiry.name})</span>
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {count > steps.length && <Link to="/zapytania">I jeszcze {count - steps.length} w zapytaniach</Link>}
      {steps.length === 0 ? <NothingDue next={next} /> : null}
    </Screen>
  );
}

function dateLabel(date: NonNullable<Today["steps"][number]["wish"]>): string {
  if (date.state === "booked") return "Także dziś:";
  if (date.state === "cancelled") return "Odwołany termin:";
  return isOpen(date) ? "Prosi o termin:" : "Prośba o termin, który minął:";
}

const headings = {
  appointment: "Umówione na dziś",
  new: "Nowe zapytania",
  wish: "Prośby o termin",
  cancelled: "Odwołane terminy",
  due: "Na dziś",
  outcome: "Jak poszło?",
  failed: "E-mail nie dotarł",
  undecided: "Co dalej?",
};

const fromToday = { back: { to: "/dzis", label: "Dziś" } };

function NothingDue({ next }: Pick<Today, "next">) {
  return (
    <div className="empty stack close">
      <p className="verdict">Nikt nie czeka na odpowiedź.</p>
      {next ? (
        <p>
          {next.step.kind === "appointment" ? "Najbliższy termin" : "Następny krok"}: {stepTime(next.step)},{" "}
          <Link to={`/zapytania/${next.reference}`} state={fromToday}>
            {next.name}
          </Link>
          .
        </p>
      ) : (
        <p>Nowe zapytania pojawią się tu same.</p>
      )}
    </div>
  );
}

const sameState = ({ state, outcome }: Pick<Today["steps"][number], "state" | "outcome">) =>
  state === "closed" ? { state, outcome: outcome ?? ("no" as const) } : { state };

/** What "Dziś" tells of a contact that its owner has noted. */
function contacted(enquiry: Today["steps"][number], result: ContactResult, id: string, text: string): Done {
  const { name, reference, state, outcome, remindAt: at, isDated, handledAt, missedAt } = enquiry;
  const handled = { state, outcome, remindAt: at ? Date.parse(at) : null, isDated };
  const { remindAt } = afterContact(handled, result, Date.now());
  const step = remindAt && remindAt > Date.now() ? `, następny krok ${formatDay(remindAt)}` : "";
  const was = { handledAt, missedAt };
  return {
    text: `${name}: ${resultLabels[result]}${step}.`,
    async undo(options) {
      const from = result === "scheduled" ? result : "in-contact";
      await changeState({ reference, state: from }, { ...sameState(enquiry), at, was }, options);
      await api.enquiries[":reference"].notes[":id"].$delete({ param: { reference, id } }, options);
      if (result === "sent") writeDraft(reference, { text });
    },
  };
}

type Step = Done & { readonly label: string; readonly act: () => Promise<unknown> };

/** Long enough for the person to answer, short enough to follow up in time. */
const answerDays = 3;

/** The steps that "Dziś" offers for an enquiry. Each sets a date or closes the enquiry (C1.1). */
function stepsFor(enquiry: Today["steps"][number], hasMail: boolean): readonly Step[] {
  const { name, state, outcome, remindAt: at, handledAt, missedAt, reference, step, wish, email } = enquiry;
  const same = sameState(enquiry);
  const meeting = step.kind === "outcome" ? step.at : null;
  const linked = (words: string) => (
    <Link className="button plain" to={`/zapytania/${reference}`} state={fromToday}>
      {words}
    </Link>
  );
  const make = (label: string, target: StateTarget, what: string): Step => ({
    label,
    text: `${name}: ${what}.`,
    next: target.held && linked("Poproś o opinię"),
    act: () => changeState(enquiry, { ...target, meeting }),
    undo(options) {
      const held = target.held ? { held: false } : {};
      const was = { handledAt, missedAt };
      return changeState({ reference, state: target.state }, { ...same, ...held, at, was }, options);
    },
  });
  const inDays = (label: string, days: number, target: StateTarget) => {
    const at = new Date(morningAfter(days, Date.now())).toISOString();
    return make(label, { ...target, at }, `następny krok ${formatDay(at)}`);
  };
  const isClient = outcome === "client";
  // A client stays one, and whoever has a later meeting keeps it.
  const isKept = isClient || (step.kind === "due" && state === "scheduled");
  const stage = isKept ? same : { state: "in-contact" as const };
  const told = at && step.kind !== "due" ? `klient, następny krok ${formatDay(at)}` : outcomeLabels.client;
  /** A client needs no further step, but one that was set stays until it is done: neither a meeting nor a wish settles it. */
  const handled = (label: string, held?: true) =>
    isClient
      ? make(label, { ...stage, held, at: step.kind === "due" ? null : at }, told)
      : inDays(label, answerDays, { ...stage, held });
  const accept = ({ id, start }: NonNullable<typeof wish>): Step => ({
    label: "Potwierdź",
    ...toldOf(`${name}: umówione, ${formatLocalTime(start)}.`, { start, hasEmail: email !== null }, hasMail),
    next: email && hasMail ? null : linked("Daj znać"),
    act: () => api.appointments[":id"].accept.$post({ param: { id }, json: { local: start } }),
    undo: (options) => api.appointments[":id"].undo.$post({ param: { id } }, options),
  });
  // Also of somebody who was called meanwhile: the date itself is still open.
  const offer = wish && isOpen(wish) ? [accept(wish)] : [];
  switch (step.kind) {
    case "new":
    case "due":
    case "undecided":
      // The reminder of a scheduled enquiry would be its meeting.
      return [...offer, handled("Zrobione"), inDays("Jutro", 1, step.kind === "undecided" ? stage : same)];
    case "wish":
      return [...offer, handled("Zrobione")];
    case "cancelled":
      // What is closed or has its next date keeps that.
      if (state === "closed" || at)
        return [...offer, make("Wiem", { ...same, at }, "termin odwołany, sprawa znika z „Dziś”")];
      return [...offer, handled("Zrobione"), inDays("Jutro", 1, stage)];
    case "outcome":
      return [
        isClient
          ? handled("Klient", true)
          : make("Klient", { state: "closed", outcome: "client", held: true }, outcomeLabels.client),
        handled("Odbyło się", true),
        inDays("Nieobecność", 1, { ...stage, missed: true }),
      ];
    case "failed":
      return [make("Wiem", { ...same, at }, "e-mail nie dotarł, sprawa znika z „Dziś”")];
    default:
      return offer;
  }
}
