import type { FieldKind, FormField } from "../../../content-model/form-field.ts";

const texts: readonly FieldKind[] = ["line", "text", "phone", "email", "web", "slug"];

/** The initial value of a new item or part: its required texts, empty. Other fields are added when they are filled in. */
export function newValue(field: FormField): unknown {
  if (texts.includes(field.kind)) return "";
  if (field.kind === "group") return newGroup(field);
  if (field.kind === "list" && field.item && texts.includes(field.item.kind)) return [""];
  if (field.kind === "variants") return field.variants?.[0] && newGroup(field.variants[0]);
  return undefined;
}

function newGroup({ fields = {}, constants = {} }: FormField): unknown {
  const entries = Object.entries(fields).flatMap(([key, inner]) => {
    const value = inner.required ? newValue(inner) : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return { ...constants, ...Object.fromEntries(entries) };
}
