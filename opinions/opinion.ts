// Rendering imports this file: keep server code out of it.

import type { SlotKind } from "../enquiries/booking.ts";

/** What somebody says, as the pages show it. */
export type Words = { text: string; author: string; about: string | null };

/** The longest texts that the content takes. */
export const longest = { text: 900, author: 60, about: 80 };

/** The wordings that people agree to; kept with each opinion as they were then. */
export const consents = {
  publication: "Zgadzam się, żeby moja opinia i podpis były na tej stronie, do odwołania.",
  health:
    "Piszę o swoim zdrowiu, ciele albo wyniku i zgadzam się, żeby ta strona to pokazywała, do odwołania.",
} as const;

type Field = keyof Words | keyof typeof consents;

/** The fields as they were sent, and why they were not taken. */
export type OpinionForm = Record<"values" | "errors", Partial<Record<Field, string>>>;

/** What a link shows. */
export type OpinionContent =
  | { state: "withdrawn" }
  | {
      state: "offered" | "sent" | "shown" | "hidden";
      kind: SlotKind;
      heldOn: string;
      words: Words;
      form?: OpinionForm;
    };

/** What it was written after: "po treningu". */
export const afterKind = { talk: "rozmowie", training: "treningu" };

/** What the pages say of how it was checked. */
export const howChecked = (kind: SlotKind) =>
  `Sprawdzona: napisana przez jednorazowy odnośnik, który dostaje osoba po ${afterKind[kind]}.`;

const tellsOfHealth =
  /\d\s*(?:kg|kilo|cm)|schud|zdrow|chor[oy]|bol[aei]|ból|kręgosł|kontuzj|rehabilit|operacj|ciąż|cukrzyc|ciśnieni/iu;

/** Checks what was typed; line breaks become spaces, as on the page. */
export function parseOpinion(values: OpinionForm["values"]): { words: Words } | OpinionForm {
  const [text, author, about] = [tidy(values.text), tidy(values.author), tidy(values.about)];
  const errors: OpinionForm["errors"] = {};
  if (!text) errors.text = "Napisz opinię.";
  if (!author) errors.author = "Podpisz opinię, choćby inicjałami.";
  for (const [name, written] of Object.entries({ text, author, about }) as [keyof Words, string][]) {
    if (written.length > longest[name]) errors[name] = `Skróć do ${longest[name]} znaków.`;
    // They would be filled in with facts of the site.
    if (/[{}]/.test(written)) errors[name] = "Usuń nawiasy klamrowe.";
  }
  if (!values.publication) errors.publication = "Bez tej zgody opinii nie można przyjąć.";
  if (!values.health && tellsOfHealth.test(`${text} ${about}`))
    errors.health =
      "Wygląda na to, że piszesz o zdrowiu, ciele albo wyniku. Zaznacz tę zgodę albo usuń te słowa.";
  return Object.keys(errors).length > 0
    ? { values, errors }
    : { words: { text, author, about: about || null } };
}

/** Without what cannot be seen; the same for the same words, however a file breaks its lines. */
export const tidy = (text: string | null = "") =>
  (text ?? "")
    .normalize("NFC")
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
