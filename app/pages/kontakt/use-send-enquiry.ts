import { type RefObject, useEffect, useRef, useState } from "react";
import {
  elapsedField,
  type FormErrors,
  type FormState,
  type FormValues,
  fields,
  honeypotField,
  keyField,
  maxLengths,
  parseEnquiry,
} from "../../../enquiries/form.ts";
import {
  type Contact,
  limitedNotice,
  tooLargeNotice,
  unavailableNotice,
  unreachableNotice,
} from "../../../enquiries/notices.ts";
import { dropDraft, keepDraft, readDraft } from "../../shell/enquiry-draft.ts";
import { isOnline } from "../../shell/online.ts";
import { RequestFailure, type ServiceResponse } from "../../shell/request-client.ts";
import { useRuntime } from "../../shell/runtime.tsx";
import { useSite } from "../../shell/site.tsx";
import { useRetry } from "../../shell/use-retry.ts";

type SendState = "idle" | "sending" | "failed" | "waiting";

interface Outcome {
  readonly errors: FormErrors;
  readonly notice?: string | undefined;
  readonly state: SendState;
}

/** Sends the form through the service, keeps a draft until it is confirmed, and waits for a connection when there is none. */
export function useSendEnquiry(options: {
  form: RefObject<HTMLFormElement | null>;
  goals: readonly string[];
  sentBack: FormState | undefined;
  title: string;
}) {
  const { form, goals, sentBack, title } = options;
  const { client, navigation } = useRuntime();
  const { phone, email } = useSite();
  const contact = { phone: phone.label, email };
  const [outcome, setOutcome] = useState<Outcome>({
    errors: sentBack?.errors ?? {},
    notice: sentBack?.notice,
    state: sentBack?.notice ? "failed" : "idle",
  });
  const attempt = useDraft(form, (waiting) =>
    setOutcome((before) => {
      if (waiting) return { ...before, state: "waiting" };
      return before.state === "waiting" ? { ...before, state: "idle" } : before;
    }),
  );
  const sending = useRef(false);
  useErrorTitle(outcome, title);
  useRetry(outcome.state === "waiting", () => submit({ quiet: true }));

  /** An attempt that nobody asked for is quiet: it shows nothing until it succeeds. */
  async function submit({ quiet = false } = {}): Promise<void> {
    if (!form.current) return;
    if (sending.current) {
      if (!quiet) setOutcome({ errors: {}, state: "sending" });
      return;
    }
    const data = new FormData(form.current);
    const values = valuesOf(data);
    const parsed = parseEnquiry(values, { goals });
    if (!parsed.ok) return setOutcome({ errors: parsed.errors, state: "idle" });
    const waits = outcome.state === "waiting";
    const wait = () => {
      keepDraft(localStorage, { values, key: attempt.key(), waiting: true });
      setOutcome({ errors: {}, state: "waiting" });
    };
    if (!waits && !isOnline()) return wait();
    sending.current = true;
    if (!quiet) setOutcome({ errors: {}, state: "sending" });
    try {
      const extra = {
        [honeypotField]: data.get(honeypotField),
        [elapsedField]: Math.round(performance.now() - shownAtMs()),
      };
      const body = { ...values, ...extra, [keyField]: attempt.key() };
      settle(await client.request("/api/enquiries", { method: "POST", body, progress: !quiet }));
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      if (waits || !isOnline()) wait();
      else setOutcome({ errors: {}, notice: unreachableNotice(contact), state: "failed" });
    } finally {
      sending.current = false;
    }
  }

  function settle({ status, body, header }: ServiceResponse): void {
    const answer = body as { reference?: string; errors?: FormErrors };
    if (status === 201) {
      dropDraft(localStorage);
      void navigation.go("/dziekujemy", { state: { reference: answer.reference } });
    } else if (status === 422) {
      setOutcome({ errors: answer.errors ?? {}, state: "idle" });
    } else {
      setOutcome({ errors: {}, notice: noticeFor(status, header("Retry-After"), contact), state: "failed" });
    }
  }

  return { ...outcome, submit, waiting: outcome.state === "waiting" };
}

/** When this page was shown: with its document, or when the app came to it. In milliseconds of `performance.now()`. */
function shownAtMs(): number {
  const [document] = performance.getEntriesByType("navigation");
  return document && new URL(document.name).pathname === location.pathname ? 0 : appCameAtMs;
}

let appCameAtMs = 0;

/**
 * Fills empty fields from the draft once and keeps every change. A text that was changed after it had been sent is another
 * enquiry and gets another key: the first may have arrived although the answer did not. It does not wait any more, either:
 * whoever changes it says when it is whole.
 */
function useDraft(form: RefObject<HTMLFormElement | null>, onWaiting: (waiting: boolean) => void) {
  const key = useRef("");
  const sent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over the form
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const draft = readDraft(localStorage);
    key.current = draft?.key ?? newKey();
    sent.current = draft !== undefined;
    for (const field of fields) {
      const control = element.elements.namedItem(field) as HTMLInputElement | null;
      if (control && control.value === "") control.value = draft?.values[field] ?? "";
    }
    if (draft?.waiting) onWaiting(true);
    appCameAtMs = performance.now();
    const keep = () => {
      if (sent.current) key.current = newKey();
      sent.current = false;
      keepDraft(localStorage, { values: valuesOf(new FormData(element)), key: key.current, waiting: false });
      onWaiting(false);
    };
    // What was typed before the script came is kept, too.
    if (!draft?.waiting && Object.values(valuesOf(new FormData(element))).some(Boolean)) keep();
    element.addEventListener("input", keep);
    return () => element.removeEventListener("input", keep);
  }, []);
  return {
    key() {
      sent.current = true;
      return key.current;
    },
  };
}

function useErrorTitle({ errors, notice }: Outcome, title: string): void {
  const site = useSite();
  useEffect(() => {
    const wrong = notice !== undefined || Object.keys(errors).length > 0;
    document.title = `${wrong ? "Błąd: " : ""}${title} – ${site.name}`;
  }, [errors, notice, title, site.name]);
}

function valuesOf(data: FormData): FormValues {
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")]));
}

function newKey(): string {
  // Not randomUUID: that exists only on https, and a form on a home network shall work too.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function noticeFor(status: number, retryAfter: string | null, contact: Contact): string {
  if (status === 429) return limitedNotice(Number(retryAfter ?? 60), contact);
  return status === 413 ? tooLargeNotice(maxLengths.message, contact) : unavailableNotice(contact);
}
