import { type SubmitEvent, useEffect, useRef, useState } from "react";
import {
  callbackField,
  callRequestOf,
  type Field,
  type FormErrors,
  type FormValues,
  fields,
  honeypotField,
  maxLengths,
  parseEnquiry,
} from "../../../enquiries/form.ts";
import type { Payloads } from "../../payloads.ts";
import { type EnquiryDraft, hasText } from "../../shell/enquiry-draft.ts";
import { PageLink } from "../../shell/page-link.tsx";
import { useDraft, useRuntime, useSite, useVisit } from "../../shell/runtime.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { Paragraphs } from "../page-frame.tsx";
import { prefillOf, useErrorTitle, useSyncedFields, valuesOf } from "./form-draft.ts";
import { FormField } from "./form-field.tsx";
import { SlotField } from "./slot-field.tsx";

/** The enquiry form: an ordinary form post, enhanced by script. Its fields are uncontrolled (B10.1, B10.2). */
export function EnquiryForm({ content }: { content: Payloads["kontakt"] }) {
  const { goals, prefills, informationClause, privacy, meta } = content;
  const form = useRef<HTMLFormElement>(null);
  const { draft: store, prefetch } = useRuntime();
  const draft = useDraft();
  const hydrated = useHydrated();
  // In the first document the form is visible from the time origin, 0 in `performance.now()`.
  const [shownAtMs] = useState(() => (hydrated ? performance.now() : 0));
  const visit = useVisit((shown) => shown);
  const [firstValues] = useState({ ...prefillOf(visit.search, prefills), ...draft.values });
  const { errors, notice } = draft;
  const hasErrors = notice !== undefined || Object.keys(errors).length > 0;
  // The error summary already says why a message was refused.
  const status = hasErrors ? undefined : statusOf(draft);
  useSyncedFields(form, draft.values, visit, prefills);
  useErrorTitle(hasErrors, meta);

  const field = (name: Field) => ({
    name,
    error: errors[name]?.[0],
    value: firstValues[name],
    maxLength: maxLengths[name],
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = valuesOf(event.currentTarget);
    store.type(typed);
    const { submitter: button } = event.nativeEvent;
    const asked = button?.getAttribute("name") === callbackField ? callRequestOf(typed) : { values: typed };
    if ("errors" in asked) return store.reject(asked.errors);
    const parsed = parseEnquiry(asked.values, { goals });
    if (!parsed.ok) return store.reject(parsed.errors);
    store.type(asked.values);
    // The draft is gone once the service has answered, so its thanks are loaded before.
    void prefetch("/dziekujemy");
    const honeypot = { [honeypotField]: new FormData(event.currentTarget).get(honeypotField) };
    void store.send({ honeypot, elapsedMs: Math.round(performance.now() - shownAtMs) });
  }

  return (
    <form
      ref={form}
      method="post"
      action={/[?&]terminy\b/.test(visit.search) ? "/kontakt?terminy" : "/kontakt"}
      noValidate={hydrated}
      onSubmit={submit}
      onInput={({ currentTarget }) => store.type(valuesOf(currentTarget))}
      className="form stack"
    >
      {hasErrors && <ErrorSummary errors={errors} notice={notice} />}
      <SlotField first={firstValues.slot} />
      <FormField {...field("name")} label="Imię" autoComplete="given-name" required />
      <fieldset className="stack">
        <legend>
          Telefon lub e&#8288;-&#8288;mail <br />
          <span className="note">Wystarczy jedno z&nbsp;nich, a&nbsp;do „Oddzwoń do mnie” sam numer.</span>
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
        hint="Napisz, co chcesz osiągnąć i&nbsp;od czego zaczynasz."
        multiline
        required
      />
      <p className="honeypot" aria-hidden="true">
        <label>
          Nie wypełniaj tego pola
          <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <div className="clause note stack close part">
        <Paragraphs texts={informationClause} />
        {privacy.objection && <p className="objection">{privacy.objection}</p>}
        <p>
          <PageLink to="/kontakt#prywatnosc">Pełna informacja o&nbsp;danych osobowych</PageLink>
        </p>
      </div>
      <div className="form-end stack part">
        <div className="cluster">
          <button className="button" type="submit" aria-disabled={draft.phase === "sending" || undefined}>
            {buttonText[draft.phase]}
          </button>
          <button className="button quiet" type="submit" name={callbackField} value="tak" formNoValidate>
            Oddzwoń do mnie
          </button>
        </div>
        {/* The live region exists before its text, so that screen readers announce the text. */}
        <div role="status">{status && <p className="form-status">{status}</p>}</div>
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
      Wolisz inny kontakt? {phone && <a href={phone.href}>{phone.label}</a>}
      {phone && email && ", "}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  );
}

/** The errors, listed above the form and focused as soon as they appear; each links to its field (B10.2). */
function ErrorSummary({ errors, notice }: { errors: FormErrors; notice: string | undefined }) {
  const element = useRef<HTMLDivElement>(null);
  const wrong = fields.filter((field) => errors[field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new set of errors takes the focus
  useEffect(() => {
    element.current?.focus();
  }, [errors, notice]);
  return (
    <div
      className="error-summary stack"
      ref={element}
      // Without JavaScript only this moves the focus here when the server sends the form back.
      // biome-ignore lint/a11y/noAutofocus: the visitor has just sent the form, and this says why it came back
      autoFocus
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
    >
      <h3 id="error-summary-title">{wrong.length > 0 ? "Popraw formularz" : "Wysyłanie się nie powiodło"}</h3>
      {notice && <p>{notice}</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map((field) => (
            <li key={field}>
              <a href={`#${field}`}>{errors[field]?.[0]}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function statusOf({ phase, unsure, arrived }: EnquiryDraft): string | undefined {
  if (phase === "waiting") {
    return `${unsure ? "Nie wiadomo, czy ta wiadomość dotarła. Czeka" : "Wiadomość czeka"} w\u00a0tej przeglądarce i\u00a0zostanie wysłana automatycznie, gdy połączenie wróci, a\u00a0strona będzie otwarta.`;
  }
  if (phase === "failed" && unsure)
    return "Nie wiadomo, czy ta wiadomość dotarła. Wyślij ją jeszcze raz: nie dotrze dwa razy.";
  if (phase === "failed") return "Ta wiadomość nie została jeszcze wysłana.";
  if (arrived?.pathname === "/kontakt") {
    return `Poprzednia wersja wiadomości dotarła, ma numer ${arrived.reference}. Obecna nie jest jeszcze wysłana.`;
  }
  return undefined;
}

/** Clears the form and the stored draft; this can be undone while the form is empty and its page open. */
function ClearForm({ offered }: { offered: boolean }) {
  const { draft } = useRuntime();
  const [cleared, setCleared] = useState<FormValues>();
  const undo = offered ? undefined : cleared;

  function onClick() {
    setCleared(undo ? undefined : draft.get().values);
    if (undo) draft.type(undo);
    else draft.clear();
  }

  // Rendered even when there is nothing to clear, so that typing causes no layout shift.
  return (
    <div className="clear-form cluster" data-offered={offered || undo ? "" : undefined}>
      <p className="note" role="status">
        {undo
          ? "Formularz jest pusty, przeglądarka nie pamięta już tekstu."
          : "Przeglądarka pamięta niewysłany tekst najdłużej przez tydzień."}
      </p>
      <button className="quiet-button" type="button" disabled={!offered && !undo} onClick={onClick}>
        {undo ? "Przywróć tekst" : "Wyczyść formularz"}
      </button>
    </div>
  );
}
