import { z } from "zod";
import { nearestWord } from "../nearest-word.ts";
import { placeholders } from "../placeholders.ts";
import { typography } from "../typography.ts";

/** Words for people: one line or one paragraph, set in Polish typography while it is read. */
export function text(description: string, maxLength = 600) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((written) => unknownPlaceholder(written) === undefined, {
      error: ({ input }) => explainPlaceholder(unknownPlaceholder(String(input)) ?? ""),
    })
    .overwrite(typography)
    .meta({ description });
}

function unknownPlaceholder(written: string): string | undefined {
  const names: readonly string[] = placeholders;
  return [...written.matchAll(/\{([^}]*)\}/g)]
    .map(([, name = ""]) => name)
    .find((name) => !names.includes(name));
}

function explainPlaceholder(name: string): string {
  const near = nearestWord(name, placeholders);
  const choice = near
    ? `czy chodziło o {${near}}?`
    : `można użyć: ${placeholders.map((one) => `{${one}}`).join(", ")}`;
  return `nie ma danych o nazwie {${name}}; ${choice}`;
}

/** Words that programs use too (names, postal addresses): kept exactly as written. */
export function exactText(description: string, maxLength = 120) {
  return z.string().trim().min(1).max(maxLength).meta({ description });
}

export function paragraphs(description: string) {
  return z.array(text("Jeden akapit.", 1500)).min(1).meta({ description });
}

/** A short name for use inside the files (letters a-z, digits, hyphens); it becomes the address after #. */
export function slug(description: string) {
  return z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(40)
    .meta({ description });
}

export function webAddress(description: string) {
  return z.url({ protocol: /^https?$/ }).meta({ description });
}

export const sample = z.boolean().default(false).meta({
  description: "true, dopóki dane są przykładowe; zmień na false albo usuń, gdy wpiszesz prawdziwe.",
});
