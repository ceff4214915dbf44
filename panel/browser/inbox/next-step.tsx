import { addDays, morningAfter, morningOf, polishDay } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { Arrange } from "../appointments/appointment.tsx";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load.ts";

/** When something follows: the morning of a chosen day, or the hour of a meeting. */
export function NextStep({ enquiry, now }: EnquiryData) {
  const { error, run, buttonProps } = useAction();
  const { reference, state, outcome, remindAt } = enquiry;
  const isEnded = state === "closed";
  const date = remindAt ?? (enquiry.step.kind === "appointment" ? enquiry.step.at : null);
  if (isEnded && outcome !== "not-now" && !remindAt) return null;

  const remind = (at: number | null) =>
    api.enquiries[":reference"].reminder.$put({
      param: { reference },
      json: { at: at === null ? null : new Date(at).toISOString() },
    });

  return (
    <section className="section">
      <h2>{isEnded ? "Zapytać ponownie?" : state === "scheduled" ? "Umówiony termin" : "Następny krok"}</h2>
      <p>
        {date ? (
          <time dateTime={date}>{formatFully(date, now)}</time>
        ) : isEnded ? (
          "W wybranym dniu to zapytanie wróci do „Dziś”."
        ) : (
          "Bez terminu to zapytanie zostaje w „Dziś”."
        )}
      </p>
      {state === "scheduled" ? <Arrange enquiry={enquiry} now={now} /> : null}
      <div className="actions">
        {state === "scheduled" ? null : (
          <>
            {Object.entries(isEnded ? later : soon).map(([label, days]) => (
              <Button key={label} {...buttonProps(() => remind(morningAfter(days, now)))}>
                {label}
              </Button>
            ))}
            <label className="button over">
              Wybierz dzień
              <input
                type="date"
                onClick={(event) => event.currentTarget.showPicker()}
                min={addDays(polishDay(now), 1)}
                onChange={({ target }) => target.value && void run(() => remind(morningOf(target.value)))}
              />
            </label>
          </>
        )}
        {remindAt ? (
          <Button kind="plain" {...buttonProps(() => remind(null))}>
            Nie przypominaj
          </Button>
        ) : null}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}

/** Days from now. */
const soon = { Jutro: 1, "Za tydzień": 7 };
const later = { "Za miesiąc": 30, "Za kwartał": 91 };
