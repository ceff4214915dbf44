import { startTransition, useState } from "react";
import { mailtoOf } from "../../../enquiries/owner/contact.ts";
import { outcomeLabels, type StateTarget, stateLabels } from "../../../enquiries/owner/inbox.ts";
import { addDays, morningAfter, morningOf, polishDay } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { Arrange, invitedTo, isOpen } from "../appointments/appointment.tsx";
import { formatFully } from "../format.ts";
import { ActionButton, ActionForm, Button, ErrorMessage, useAction } from "../shell/button.tsx";
import { Choice, TextInput } from "../shell/inputs.tsx";
import { Section } from "../shell/screen.tsx";
import { ContactFollowUp, startContact } from "./answer-drafts.tsx";
import { changeState, type Enquiry } from "./enquiry-data.ts";

/** The owner's actions for an enquiry: call or write, set the state and the next step. */
export function Handling(enquiry: Enquiry) {
  const { reference, phone, status } = enquiry;
  const { busy, error, run } = useAction();
  // Not the main action for suspected spam.
  if (status === "quarantined")
    return phone ? (
      <div className="handling">
        <a className="button" href={`tel:${phone}`}>
          Zadzwoń
        </a>
      </div>
    ) : null;
  return (
    <div className="handling">
      <div className="call">
        <ContactFollowUp {...enquiry} busy={busy} run={run} />
        <ErrorMessage>{error}</ErrorMessage>
        {phone ? (
          <a className="button main" href={`tel:${phone}`} onClick={() => startContact(reference, "call")}>
            Zadzwoń
          </a>
        ) : (
          <Button kind="main" onClick={() => document.getElementById("answer")?.focus()}>
            Napisz e-mail
          </Button>
        )}
      </div>
      <StateChoice {...enquiry} />
      <NextStep {...enquiry} />
    </div>
  );
}

export const mailUrl = ({ email, reference }: Pick<Enquiry, "email" | "reference">) =>
  `${mailtoOf(email ?? "")}?subject=${encodeURIComponent(`Odpowiedź (${reference})`)}`;

/** Sets the state of an enquiry with one tap; closing asks for the outcome first (C1.3). */
function StateChoice(enquiry: Enquiry) {
  const { busy, error, run } = useAction();

  // Shown until the server has answered or refused. `closed` is not sent before an outcome is chosen.
  const [chosen, setChosen] = useState<{ state: Enquiry["state"]; outcome?: Enquiry["outcome"] }>();
  const { state, outcome } = chosen ?? enquiry;
  const isLost = enquiry.state === "closed" && enquiry.outcome !== "client";

  async function choose(target: StateTarget): Promise<void> {
    setChosen(target);
    await run(() => changeState(enquiry, target));
    // Together with the refreshed enquiry, so that the group with the pressed button stays.
    startTransition(() => setChosen(undefined));
  }

  return (
    <>
      <Choice
        legend="Etap"
        labels={stateLabels}
        chosen={state}
        busy={busy}
        onChoose={(one) => {
          if (one === "closed") return setChosen({ state: one });
          // Back from "closed" without an outcome: nothing was sent, and a requested date still waits in "Dziś".
          if (one === enquiry.state) return setChosen(undefined);
          // A reminder is no meeting: its time is still to be agreed.
          void choose({ state: one, ...(one === "scheduled" && { at: null }) });
        }}
      />
      <output className="visually-hidden">
        {state === "closed" && !outcome && "Jeszcze nie zapisane: wybierz, jak się skończyło."}
      </output>
      {state === "closed" ? (
        <Choice
          legend="Jak się skończyło?"
          labels={outcomeLabels}
          chosen={outcome}
          busy={busy}
          onChoose={(one) => void choose({ state: "closed", outcome: one })}
        />
      ) : null}
      {isLost && invitedTo(enquiry.appointments) ? (
        <p>Termin jest nadal umówiony. Jeśli jest nieaktualny, odwołaj go w części „Termin”.</p>
      ) : null}
      {isLost && enquiry.appointments.some((entry) => entry.state !== "booked" && isOpen(entry)) ? (
        <p>Prośba o termin nadal czeka. Odrzuć ją w części „Termin”, żeby ta osoba o tym wiedziała.</p>
      ) : null}
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}

function NextStep(enquiry: Enquiry) {
  const { reference, state, outcome, remindAt, step } = enquiry;
  // A client has further appointments.
  const isClient = outcome === "client";
  const isEnded = state === "closed" && !isClient;
  const now = Date.now();
  const tomorrow = addDays(polishDay(now), 1);
  const invited = invitedTo(enquiry.appointments.toSorted((a, b) => a.startsAt - b.startsAt));
  const meeting = invited ? new Date(invited.startsAt).toISOString() : null;
  const date = remindAt ?? (isEnded ? null : step.kind === "appointment" ? step.at : meeting);
  const remind = (at: number | null) =>
    api.enquiries[":reference"].reminder.$put({
      param: { reference },
      json: { at: at === null ? null : new Date(at).toISOString() },
    });

  if (isEnded && outcome !== "not-now" && !remindAt) return null;

  const title = isEnded ? "Zapytać ponownie?" : state === "scheduled" ? "Umówiony termin" : "Następny krok";
  const withoutDate =
    state === "closed"
      ? "W wybranym dniu to zapytanie wróci do „Dziś”, o ile nie minie wcześniej czas przechowywania."
      : "Dopóki nie wybierzesz dnia, to zapytanie zostaje w „Dziś”.";

  return (
    <Section title={title}>
      <p role="status">{date ? <time dateTime={date}>{formatFully(date)}</time> : withoutDate}</p>
      <div className="actions">
        {Object.entries(state === "scheduled" ? {} : isEnded ? later : soon).map(([label, days]) => (
          <ActionButton key={label} action={() => remind(morningAfter(days, now))}>
            {label}
          </ActionButton>
        ))}
        {remindAt ? (
          <ActionButton kind="plain" action={() => remind(null)}>
            Nie przypominaj
          </ActionButton>
        ) : null}
      </div>
      {state === "scheduled" ? null : (
        // Emptied once the day is set.
        <ActionForm
          key={remindAt}
          action={(typed) => remind(morningOf(String(typed.get("day"))))}
          submit="Przypomnij w tym dniu"
        >
          <TextInput label="Inny dzień" type="date" name="day" min={tomorrow} max="2099-12-31" required />
        </ActionForm>
      )}
      {state === "scheduled" || isClient || (invited && !isEnded) ? <Arrange {...enquiry} /> : null}
    </Section>
  );
}

const soon = { Jutro: 1, "Za tydzień": 7 };
const later = { "Za miesiąc": 30, "Za kwartał": 91 };
