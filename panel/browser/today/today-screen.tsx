import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatLocalTime, kindLabels } from "../../../appointments/slot.ts";
import { formatWeekday } from "../format.ts";
import { ComingBack, leaveFor } from "../inbox/coming-back.tsx";
import { Entry, stepTime } from "../inbox/enquiry-list.tsx";
import { contactUrl } from "../inbox/handling.tsx";
import type { loadToday, Today } from "../inbox/load.ts";
import { Button, ErrorMessage, StatusMessage } from "../shell/button.tsx";
import { RowLink } from "../shell/rows.tsx";
import { useAction } from "../shell/use-action.ts";
import { type Step, stepsFor } from "./steps.ts";

/** The panel's first screen: whom to meet, whom to answer, and what nobody may forget (C1.2). */
export function TodayScreen() {
  const { steps, count, opinions, next, now } = useLoaderData<typeof loadToday>();
  const { busy, error, run } = useAction();
  const [last, setLast] = useState<Step>();
  const take = (step: Step) => void run(() => step.act().then(() => setLast(step)));
  const takeBack = (step: Step) => void run(() => step.undo().then(() => setLast(undefined)));

  return (
    <div className="screen">
      <title>Dziś – Panel</title>
      <div className="head">
        <h1 tabIndex={-1}>Dziś</h1>
        <p className="quiet">{formatWeekday(now)}</p>
      </div>
      <StatusMessage>
        {last ? (
          <>
            {last.text}{" "}
            <Button kind="plain" busy={busy} onClick={() => takeBack(last)}>
              Cofnij
            </Button>
            {last.held ? (
              <Link className="button plain" to={`/zapytania/${last.held}`} state={fromToday}>
                Poproś o opinię
              </Link>
            ) : null}
          </>
        ) : null}
      </StatusMessage>
      <ErrorMessage>{error}</ErrorMessage>
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
                <li key={enquiry.reference} className="step">
                  <Entry enquiry={enquiry} now={now} state={fromToday} />
                  <ComingBack enquiry={enquiry} />
                  <div className="step-actions">
                    {enquiry.wish ? (
                      <p>
                        Prosi o termin: <strong>{formatLocalTime(enquiry.wish.start)}</strong>,{" "}
                        {kindLabels[enquiry.wish.kind]}
                      </p>
                    ) : null}
                    {kind === "outcome" ? null : <Contact {...enquiry} />}
                    {stepsFor(enquiry, now).map((step) => (
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
      {count > steps.length ? (
        <Link to="/zapytania">I jeszcze {count - steps.length} w zapytaniach</Link>
      ) : null}
      {steps.length === 0 ? <Nothing next={next} now={now} /> : null}
    </div>
  );
}

const headings = {
  appointment: "Umówione na dziś",
  new: "Nowe zapytania",
  wish: "Prośby o termin",
  due: "Na dziś",
  outcome: "Jak poszło?",
  failed: "E-mail nie dotarł",
  undecided: "Co dalej?",
};

/** The way back from an enquiry. */
const fromToday = { back: { to: "/dzis", label: "Dziś" } };

function Contact(enquiry: Today["steps"][number]) {
  return (
    <a
      className="button"
      href={contactUrl(enquiry)}
      onClick={() => enquiry.phone && leaveFor(enquiry.reference, "call")}
      aria-describedby={`name-${enquiry.reference}`}
    >
      {enquiry.phone ? "Zadzwoń" : "E-mail"}
    </a>
  );
}

/** All is done: what comes next, and when. */
function Nothing({ next, now }: Pick<Today, "next" | "now">) {
  return (
    <div className="empty stack close">
      <p className="verdict">Nikt nie czeka na odpowiedź.</p>
      {next ? (
        <p>
          Najbliższy termin: {stepTime(next.step, now)},{" "}
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
