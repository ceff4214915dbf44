import { expect, it } from "vitest";
import { z } from "zod";
import { contentNames, contentSchemas } from "./content.ts";
import type { FormField } from "./form-field.ts";
import { formOf } from "./form-of.ts";
import { readContentFolder } from "./read-content.ts";

/** Every field within a field, with its path. */
function fieldsWithin(field: FormField, at: string): [string, FormField][] {
  const inner = [...Object.entries(field.fields ?? {}), ...(field.item ? [["[]", field.item] as const] : [])];
  return inner.flatMap(([key, next]) => [[`${at}.${key}`, next], ...fieldsWithin(next, `${at}.${key}`)]);
}

const all = contentNames.flatMap((name) => fieldsWithin(formOf(contentSchemas[name]), name));

it("P4.3 has a label for every field of every file, in words for the owner", () => {
  const keys = all.filter(([at, { label }]) => !label || label === at.split(".").at(-1));
  expect(keys.map(([at]) => at)).toEqual([]);
});

it("P4.3 does not mention files in labels and help", () => {
  const ofFiles = /\.yaml|\btrue\b|\bfalse\b|\bpole\b.*\bid\b|photos|\[\]|cudzysł|rok-miesiąc-dzień/i;
  const found = all.filter(([, { label, help = "" }]) => ofFiles.test(label) || ofFiles.test(help));
  expect(found.map(([at]) => at)).toEqual([]);
});

it("never lets a help line end in a one-letter word", () => {
  const found = all.filter(([, { help = "" }]) => /(?<![^\s„(])[aiouwz] /i.test(help));
  expect(found.map(([at]) => at)).toEqual([]);
});

it.each(["content", "examples/drugi-trener"])("P4.3 has a field for every value in %s", (folder) => {
  const { files } = readContentFolder(folder);
  const without = contentNames.flatMap((name) =>
    unshown(formOf(contentSchemas[name]), files[name].value, name),
  );
  expect(without).toEqual([]);
});

/** The paths of a value that no field covers. */
function unshown(field: FormField | undefined, value: unknown, at: string): string[] {
  if (field === undefined) return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    unshown(Array.isArray(value) ? field.item : field.fields?.[key], inner, `${at}.${key}`),
  );
}

it("P4.3 covers fields of any shape that the schema may get later", () => {
  const form = formOf(
    contentSchemas.kontakt.extend({
      pace: z.enum(["slow", "fast"]).meta({ title: "Tempo", choices: { slow: "spokojne", fast: "szybkie" } }),
      tools: z
        .array(z.strictObject({ url: z.url(), note: z.string().max(500) }))
        .default([])
        .meta({ title: "Sprzęt" }),
    }),
  );
  const { pace, tools } = form.fields ?? {};
  expect(tools).toMatchObject({ kind: "list", label: "Sprzęt", default: [] });
  expect(tools?.item).toMatchObject({
    kind: "group",
    fields: { url: { kind: "web" }, note: { kind: "text", max: 500 } },
  });
  expect(pace?.choices).toEqual([
    { value: "slow", label: "spokojne" },
    { value: "fast", label: "szybkie" },
  ]);
});

it("P4.3 has no field for constants", () => {
  const published = all.filter(([at]) => at.endsWith("meta.published")).map(([at]) => at);
  expect(published).toContain("oferta.meta.published");
  expect(published).not.toContain("index.meta.published");
});
