import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { contentSchemas } from "./content.ts";

/** Removes the keys that only the panel's forms read. */
function withoutFormKeys({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  for (const key of ["widget", "help", "choices", "reference", "itemName", "itemKey"]) delete jsonSchema[key];
}

/** Writes each content file's JSON Schema to `schema/` in the content folder, for completion in code editors. */
export function writeJsonSchemas(contentFolder: string): void {
  const folder = join(contentFolder, "schema");
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(contentSchemas)) {
    const jsonSchema = z.toJSONSchema(schema, { io: "input", override: withoutFormKeys });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(jsonSchema, null, 2)}\n`);
  }
}
