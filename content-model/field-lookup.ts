import { z } from "zod";
import type { Path } from "./path.ts";
import type { Widget } from "./schema/group.ts";

/** What a schema says about one path in a content file. */
export interface Field {
  label: string | undefined;
  help: string | undefined;
  keys: readonly string[];
  widget?: Widget | undefined;
  /** For list entries: the paths of the entry's name and of its identifying value. */
  itemName?: readonly string[] | undefined;
  itemKey?: readonly string[] | undefined;
}

export type JsonSchema = z.core.JSONSchema.BaseSchema & z.GlobalMeta;

const made = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a Zod schema, cached. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const jsonSchema = made.get(schema) ?? (z.toJSONSchema(schema, { io: "input" }) as JsonSchema);
  made.set(schema, jsonSchema);
  return jsonSchema;
}

/** Creates a function that looks up a path of a content file in its schema. */
export function createFieldLookup(schema: z.ZodType): (path: Path) => Field {
  const root = jsonSchemaOf(schema);
  return (path) => {
    const variants = path.reduce<JsonSchema[]>(step, branches(root));
    const described = variants.find(({ title }) => title);
    const { widget, itemName, itemKey = itemName } = described ?? {};
    return {
      label: described?.title,
      help: described?.description,
      keys: [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))],
      widget,
      itemName,
      itemKey,
    };
  };
}

function step(from: JsonSchema[], key: string | number): JsonSchema[] {
  return from
    .flatMap((schema) => (typeof key === "number" ? schema.items : schema.properties?.[key]))
    .filter((next): next is JsonSchema => typeof next === "object" && !Array.isArray(next))
    .flatMap(branches);
}

function branches(schema: JsonSchema): JsonSchema[] {
  return [schema, ...((schema.anyOf ?? []) as JsonSchema[]).flatMap(branches)];
}
