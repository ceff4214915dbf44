import { z } from "zod";
import type { Path } from "./path.ts";

/** What a schema says about one place: the owner's description and the keys allowed there. */
export interface Field {
  description: string | undefined;
  keys: readonly string[];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Looks up places of one content file in its schema. */
export function createFieldGuide(schema: z.ZodType): (path: Path) => Field {
  const root: JsonSchema = z.toJSONSchema(schema, { io: "input" });
  return (path) => {
    const variants = path.reduce<JsonSchema[]>(step, branches(root));
    return {
      description: variants.find((variant) => variant.description)?.description,
      keys: [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))],
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
