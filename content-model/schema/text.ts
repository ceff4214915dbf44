import { z } from "zod";
import { typography } from "../typography.ts";
import { flag, list } from "./group.ts";

/** Facts of site.yaml that any text may refer to in braces, such as `{telephone}`. */
const siteFacts = ["name", "controller", "address", "contact", "email", "telephone", "answerTime"] as const;

export type SiteFact = (typeof siteFacts)[number];

/** How many days enquiries are kept. It is a setting, so only the build can fill it in. */
const retentionFact = "retentionDays";

/** Text for people: a line or a paragraph. Parsing applies Polish typography, and reads no further what is too long. */
export function text(title: string, maxLength = 600, facts: readonly string[] = siteFacts) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength, { abort: true })
    .superRefine((written, context) => {
      const placeholders = [...written.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
      const unknown = placeholders.find((name) => !facts.includes(name));
      if (unknown !== undefined) context.addIssue(explainPlaceholder(unknown, facts));
    })
    .overwrite(typography)
    .meta({ title });
}

function explainPlaceholder(name: string, facts: readonly string[]): string {
  if (name === retentionFact)
    return `{${name}} działa tylko w informacji o danych osobowych: na jej stronie i przy formularzu. Tu usuń go z tekstu`;
  if (facts.length === 0) return "w tym polu nie można użyć danych w klamrach: samo trafia do innych tekstów";
  return `nie ma danych o nazwie {${name}}; można użyć: ${facts.map((one) => `{${one}}`).join(", ")}`;
}

/** Text that programs also use (names, postal addresses), without typography. */
export function exactText(title: string, maxLength = 120) {
  return z.string().trim().min(1).max(maxLength).meta({ title });
}

export function paragraphs(title: string, facts?: readonly string[]) {
  return list(text("Akapit", 1500, facts), title).min(1);
}

/** Paragraphs about personal data, the only texts that may say how many days enquiries are kept. */
export function privacyParagraphs(title: string) {
  return paragraphs(title, [...siteFacts, retentionFact]).meta({
    help: "Zamiast {retentionDays} pojawi się liczba dni, przez które zapytania są przechowywane.",
  });
}

/** An id of letters a-z, digits and hyphens; it becomes the fragment after # in addresses. */
export function slug(title: string) {
  return slugText.meta({
    title,
    widget: "slug",
    help: "Powstaje z nazwy. Gdy go zmienisz, dawne odnośniki do tego miejsca przestaną działać.",
  });
}

/** A reference to an entry of another list, by its slug. */
export function slugOf(reference: "services" | "categories", title: string) {
  return slugText.meta({ title, widget: "reference", reference });
}

const slugText = z.stringFormat("slug", /^[a-z0-9]+(?:-[a-z0-9]+)*$/).max(40);

export const day = (title: string) => z.iso.date().meta({ title, widget: "date" });

/** Whether the home page also shows the entry. */
export const featured = flag("Także na stronie głównej");

export const webAddress = (title: string) => z.url({ protocol: /^https?$/ }).meta({ title });

export const sample = flag(
  "Dane przykładowe",
  "Zaznaczone, dopóki to nie są Twoje dane. Gdy zmienisz słowa obok, odznaczy się samo.",
);
