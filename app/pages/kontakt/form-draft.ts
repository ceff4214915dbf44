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
  const [came] = useState(() => ({
    prefill: prefillOf(visit.search, known),
    form: visit.by === "document" ? globalThis.document?.querySelector("form") : null,
  }));
  const typedIn = useRef(came.form);
  useEffect(() => {
    store.open(typedIn.current ? typedOver(came.prefill, valuesOf(typedIn.current)) : {});
    // Effects run again when a hidden form is shown, whose fields may hold a text that has been sent since.
    typedIn.current = null;
  }, [store, came]);
  useEffect(() => {
    // A form that was hidden first sees the visit before it was left.
    const prefill = visit === navigation.get() && prefillOf(visit.search, known);
    if (!prefill) return;
    store.type(withPrefill(store.get().values, prefill));
    // Drops the query, because on a reload it would overwrite the visitor's later changes.
    history.replaceState(history.state, "", location.pathname + location.hash);
  }, [visit, navigation, known, store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is read here because `open` has just changed it
  useEffect(() => {
    for (const field of fields) {
      // Radio buttons with the same name share one value.
      const control = form.current?.elements.namedItem(field) as { value: string } | null | undefined;
      const value = store.get().values[field] ?? "";
      if (control && control.value !== value) control.value = value;
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

/** Returns the values that the visitor has changed in a form rendered with `prefill`. */
export function typedOver(prefill: FormValues = {}, shown: FormValues): FormValues {
  return Object.fromEntries(
    fields.filter((field) => shown[field] !== prefill[field]).map((field) => [field, shown[field] ?? ""]),
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
