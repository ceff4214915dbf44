import { z } from "zod";
import type { FieldKind, FormField } from "./form-field.ts";
import { typography } from "./typography.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema & z.GlobalMeta;

const forms = new WeakMap<z.ZodType, FormField>();

/** Derives the form of a content file, or of a part of it, from its schema (P4.3). */
export function formOf(schema: z.ZodType): FormField {
  const form = forms.get(schema) ?? fieldOf(z.toJSONSchema(schema, { io: "input" }) as JsonSchema);
  forms.set(schema, form);
  return form;
}

function fieldOf(schema: JsonSchema, key = "", required = false): FormField {
  const shapes = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  const described = [schema, ...shapes].find(({ title }) => title);
  const { help, itemName, itemKey = itemName, reference } = schema;
  const kind = kindOf(schema, shapes);
  const { maxLength } = [schema, ...shapes].find((shape) => shape.maxLength !== undefined) ?? {};
  return {
    kind,
    label: described?.title ?? key,
    ...(help !== undefined && { help: typography(help) }),
    ...(required && { required }),
    ...("default" in schema && { default: schema.default }),
    max: schema.maximum ?? schema.maxItems ?? maxLength,
    ...(itemName && { itemName }),
    ...(itemKey && { itemKey }),
    ...(reference && { reference }),
    ...(kind === "choice" && { choices: choicesOf(schema) }),
    ...fieldsOf(schema, shapes),
    ...(typeof schema.items === "object" && { item: fieldOf(schema.items as JsonSchema, key, true) }),
  };
}

/** The fields of a group, except constants. */
function fieldsOf(schema: JsonSchema, shapes: readonly JsonSchema[]): Pick<FormField, "fields"> {
  const groups = [schema, ...shapes].filter(({ properties }) => properties);
  if (groups.length === 0) return {};
  const fields = groups.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, inner]) =>
      "const" in inner && "default" in inner ? [] : [[key, fieldOf(inner, key, required.includes(key))]],
    ),
  );
  return { fields: Object.fromEntries(fields) };
}

const kindOfType: Partial<Record<string, FieldKind>> = {
  object: "group",
  array: "list",
  boolean: "switch",
  number: "number",
  integer: "number",
};
const kindOfFormat: Partial<Record<string, FieldKind>> = { email: "email", uri: "web", date: "date" };
const longestLine = 120;

function kindOf(schema: JsonSchema, shapes: readonly JsonSchema[]): FieldKind {
  if (schema.widget) return schema.widget;
  if (shapes.some(({ properties }) => properties)) throw new Error("A union of groups needs a widget");
  if (schema.enum) return "choice";
  const known = kindOfType[String(schema.type)] ?? kindOfFormat[schema.format ?? ""];
  return known ?? ((schema.maxLength ?? 0) > longestLine ? "text" : "line");
}

function choicesOf({ enum: values = [], choices = {} }: JsonSchema) {
  return values.map((value) => ({ value, label: choices[String(value)] ?? String(value) }));
}
