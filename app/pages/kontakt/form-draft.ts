import { type RefObject, useEffect, useRef, useState } from "react";
import { parseSlotId } from "../../../appointments/slot.ts";
import { type FormValues, fields } from "../../../enquiries/form.ts";
import type { Visit } from "../../shell/navigation.ts";
import { pageTitle } from "../../shell/page.ts";
import { useRuntime, useSite } from "../../shell/runtime.tsx";

/** Copies text typed before hydration into the draft, once. From then on the draft sets the fields. */
export function useSyncedFields(
  form: RefObject<HTMLFormElement | null>,
  values: FormValues,
  visit: Visit,
  known: Readonly<Record<string, FormValues>>,
): void {
  const { draft: store, navigation } = useRuntime();
  // The form that came with the document. React renders another one in its place if the browser has translated the page before.
  const [arrived] = useState(() => {
    const found = visit.by === "document" ? globalThis.document?.querySelector("form") : null;
    return found && arrivalOf(found);
  });
  const came = useRef(arrived);
  /** What has been typed or chosen in a form that a link prefilled. */
  const chosen = useRef<FormValues>({});
  useEffect(() => {
    if (came.current) {
      const { form, defaults, changed } = came.current;
      chosen.current = { ...changed, ...typedOver(defaults, valuesOf(form)) };
    }
    store.open(chosen.current);
    // Effects run again when a hidden form is shown, whose fields may hold a text that has been sent since.
    came.current = null;
  }, [store]);
  useEffect(() => {
    // A form that was hidden first sees the visit before it was left.
    const prefill = visit === navigation.get() && prefillOf(visit.search, known);
    const own = chosen.current;
    chosen.current = {};
    if (!prefill) return;
    store.type({ ...withPrefill(store.get().values, prefill), ...own });
    // Drops the query, because on a reload it would overwrite the visitor's later changes.
    history.replaceState(history.state, "", location.pathname + location.hash);
  }, [visit, navigation, known, store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is read here because `open` has just changed it
  useEffect(() => {
    for (const field of fields) {
      const control = form.current?.elements.namedItem(field);
      const value = store.get().values[field] ?? "";
      // Radio buttons with the same name share one value. Chromium sets it, but not to an empty one.
      if (control instanceof RadioNodeList)
        for (const radio of control as NodeListOf<HTMLInputElement>) radio.checked = radio.value === value;
      else if (control && (control as HTMLInputElement).value !== value)
        (control as HTMLInputElement).value = value;
    }
  }, [form, store, values]);
}

/** Marks the document's title while the form has errors (B10.2). */
export function useErrorTitle(wrong: boolean, meta: { title: string }): void {
  const site = useSite();
  useEffect(() => {
    document.title = `${wrong ? "Błąd: " : ""}${pageTitle(site, meta)}`;
  }, [wrong, meta, site]);
}

export function valuesOf(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")]));
}

type Arrival = { form: HTMLFormElement; defaults: FormValues; changed: FormValues };

const arrivals = new WeakMap<HTMLFormElement, Arrival>();

/**
 * A form as it came with the document, and what was changed in it before React hydrates it: that puts a text area's default back.
 * React may begin again, so the first reading is kept.
 */
function arrivalOf(form: HTMLFormElement): Arrival {
  const first = arrivals.get(form);
  if (first) return first;
  const untouched = form.cloneNode(true) as HTMLFormElement;
  untouched.reset();
  const defaults = valuesOf(untouched);
  const arrival = { form, defaults, changed: typedOver(defaults, valuesOf(form)) };
  arrivals.set(form, arrival);
  return arrival;
}

/** Returns the values that the visitor has changed in a form that came with these defaults. */
export function typedOver(defaults: FormValues, shown: FormValues): FormValues {
  return Object.fromEntries(
    fields.filter((field) => shown[field] !== defaults[field]).map((field) => [field, shown[field] ?? ""]),
  );
}

/** The form values for a link's query: known from the content (`?cel=dieta`), or a date (`?termin=…`). */
export function prefillOf(
  search: string,
  known: Readonly<Record<string, FormValues>>,
): FormValues | undefined {
  const query = new URLSearchParams(search);
  const slot = query.get("termin") ?? "";
  const fromContent = known[`?cel=${query.get("cel")}`] ?? known[`?termin=${slot}`];
  return fromContent ?? (parseSlotId(slot) ? { slot } : undefined);
}

/** Merges a link's prefill into the values. A message begun earlier stays below the prefilled one (B10.6). */
export function withPrefill(values: FormValues, prefill: FormValues): FormValues {
  const { message: typed = "" } = values;
  const { message: asked = "" } = prefill;
  const message = typed.includes(asked) ? typed : `${asked}\n\n${typed}`.trim();
  return { ...values, ...prefill, ...(message && { message }) };
}
