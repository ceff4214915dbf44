import { type FormEvent, useRef, useState } from "react";
import { type Field, honeypotField, maxLengths } from "../../../enquiries/form.ts";
import type { Payloads } from "../../payload-types.ts";
import { hasText } from "../../shell/enquiry-draft.ts";
import { PageLink } from "../../shell/page-link.tsx";
import { useSite } from "../../shell/site.tsx";
import { useVisit } from "../../shell/visit.ts";
import { ClearForm } from "./clear-form.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormField } from "./form-field.tsx";
import { FormStatus } from "./form-status.tsx";
import { useEnquiryForm } from "./use-enquiry-form.ts";

/** The enquiry form: an ordinary form post, enhanced by script. Its fields are uncontrolled (B10.1). */
export function EnquiryForm({ content }: { content: Payloads["kontakt"] }) {
  const { goals, prefills, informationClause, privacy, meta } = content;
  const form = useRef<HTMLFormElement>(null);
  const prefill = prefills[useVisit(({ search }) => search)];
  const enquiry = useEnquiryForm({ form, goals, prefill, title: meta.title });
  const { draft, notice, hasErrors, hydrated, keep, submit } = enquiry;
  const [firstValues] = useState({ ...prefill, ...draft.values });
  const field = (name: Field) => ({
    name,
    error: draft.errors[name]?.[0],
    value: firstValues[name],
    maxLength: maxLengths[name],
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <form
      ref={form}
      method="post"
      action="/kontakt"
      noValidate={hydrated}
      onSubmit={onSubmit}
      onInput={keep}
      className="form"
    >
      <ErrorSummary errors={draft.errors} notice={notice} />
      <FormField {...field("name")} label="Imię" autoComplete="given-name" required />
      <fieldset>
        <legend>
          Telefon lub e-mail <span className="hint">Wystarczy jedno z nich.</span>
        </legend>
        <FormField {...field("phone")} label="Telefon" type="tel" autoComplete="tel" inputMode="tel" />
        <FormField {...field("email")} label="E-mail" type="email" autoComplete="email" inputMode="email" />
      </fieldset>
      <FormField {...field("goal")} label="Czego dotyczy wiadomość?" optional options={goals} />
      <FormField
        {...field("preferredTime")}
        label="Kiedy najlepiej się odezwać?"
        hint="Na przykład: po 17:00 albo we wtorek rano."
        optional
      />
      <FormField
        {...field("message")}
        label="Wiadomość"
        hint="Napisz, co chcesz osiągnąć i od czego zaczynasz."
        multiline
        required
      />
      <p className="honeypot" aria-hidden="true">
        <label>
          Nie wypełniaj tego pola
          <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <div className="clause note part">
        {informationClause.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {privacy.objection && <p className="objection">{privacy.objection}</p>}
        <p>
          <PageLink to="/kontakt#prywatnosc">Pełna informacja o danych osobowych</PageLink>
        </p>
      </div>
      <div className="form-end part">
        <button className="button" type="submit" aria-disabled={draft.phase === "sending"}>
          {buttonText[draft.phase]}
        </button>
        <FormStatus draft={draft} explained={hasErrors} />
        <OtherWays />
        <ClearForm offered={hydrated && hasText(draft.values)} />
      </div>
    </form>
  );
}

const buttonText = {
  typing: "Wyślij",
  sending: "Wysyłanie…",
  failed: "Wyślij jeszcze raz",
  waiting: "Wyślij teraz",
} as const;

function OtherWays() {
  const { phone, email } = useSite();
  return (
    <p className="note">
      Wolisz inny kontakt? <a href={phone.href}>{phone.label}</a>, <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
