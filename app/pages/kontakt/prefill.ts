import { type FormValues, fields } from "../../../enquiries/form.ts";

/** The values that the visitor typed into a form that was rendered with `prefill`. */
export function typedOver(prefill: FormValues = {}, shown: FormValues): FormValues {
  return Object.fromEntries(
    fields.filter((field) => shown[field] !== prefill[field]).map((field) => [field, shown[field] ?? ""]),
  );
}

/** Adds what a link asked for. A message begun earlier stays below it (B10.6). */
export function withPrefill(values: FormValues, prefill: FormValues): FormValues {
  const { message: typed = "" } = values;
  const { message: asked = "" } = prefill;
  const message = typed.includes(asked) ? typed : `${asked}\n\n${typed}`.trim();
  return { ...values, ...prefill, ...(message && { message }) };
}
