import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { ActionButton, ErrorMessage } from "../shell/action-button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load-enquiry.ts";
import { morningAfterDays, morningOf } from "./morning.ts";

/** Sets when the panel reminds the owner of an enquiry: in the morning of a chosen day. */
export function Reminder({ enquiry, now }: EnquiryData) {
  const { error, run, buttonProps } = useAction();
  const param = { reference: enquiry.reference };

  const remind = (at: Date | null) =>
    api.enquiries[":reference"].reminder.$put({ param, json: { at: at?.toISOString() ?? null } });

  return (
    <section className="section">
      <h2>Przypomnienie</h2>
      {enquiry.remindAt ? (
        <p>
          <time dateTime={enquiry.remindAt}>{formatFully(enquiry.remindAt, now)}</time>
        </p>
      ) : null}
      <div className="actions">
        <ActionButton {...buttonProps(() => remind(morningAfterDays(1, now)))}>Jutro</ActionButton>
        <ActionButton {...buttonProps(() => remind(morningAfterDays(7, now)))}>Za tydzień</ActionButton>
        <label className="button over">
          Wybierz dzień
          <input
            type="date"
            onClick={(event) => event.currentTarget.showPicker()}
            min={morningAfterDays(1, now).toISOString().slice(0, 10)}
            onChange={({ target }) => target.value && void run(() => remind(morningOf(target.value)))}
          />
        </label>
        {enquiry.remindAt ? (
          <ActionButton kind="plain" {...buttonProps(() => remind(null))}>
            Nie przypominaj
          </ActionButton>
        ) : null}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </section>
  );
}
