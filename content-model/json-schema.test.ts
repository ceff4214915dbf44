import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentSchemas } from "./content.ts";
import { writeJsonSchemas } from "./json-schema.ts";

interface Schema {
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function written(): Record<string, Schema> {
  const folder = mkdtempSync(join(tmpdir(), "schemas-"));
  writeJsonSchemas(folder);
  const files = readdirSync(join(folder, "schema"));
  return Object.fromEntries(
    files.map((file) => [file, JSON.parse(readFileSync(join(folder, "schema", file), "utf8"))]),
  );
}

/** Paths of fields and list entries without a label or description. */
function undescribed(schema: Schema, path: string): string[] {
  const parts = Object.entries({ ...schema.properties, ...(schema.items && { "[]": schema.items }) });
  return [
    ...parts.filter(([, part]) => !part.description || !part.title).map(([key]) => `${path}.${key}`),
    ...parts.flatMap(([key, part]) => undescribed(part, `${path}.${key}`)),
    ...(schema.anyOf ?? []).flatMap((shape) => undescribed(shape, path)),
  ];
}

it("writes a schema for each content file, with a label and words for every field", () => {
  const schemas = written();
  expect(Object.keys(schemas)).toEqual(
    Object.keys(contentSchemas)
      .map((name) => `${name}.json`)
      .sort(),
  );
  expect(Object.entries(schemas).flatMap(([file, schema]) => undescribed(schema, file))).toEqual([]);
});

it("keeps the schemas in the repository in step with the code", () => {
  for (const [file, schema] of Object.entries(written())) {
    expect(JSON.parse(readFileSync(join("content", "schema", file), "utf8"))).toEqual(schema);
  }
});
