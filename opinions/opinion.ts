// Rendering imports this file: keep server code out of it.

import type { SlotKind } from "../enquiries/booking.ts";
import { cleanText } from "../enquiries/form.ts";

/** An opinion as the pages show it. */
export type Opinion = { text: string; author: string; about: string | null };

/** The same limits as in the content's schema. */
export const maxLengths = { text: 900, author: 60, about: 80 };

/** The consents that people give. Each opinion is stored with their wording at that time. */
export const consents = {
  publication:
    "Zgadzam się na publikację mojej opinii na tej stronie, razem z podpisem i tym, co podaję o sobie. Zgodę mogę wycofać w każdej chwili: wystarczy, że tym samym odnośnikiem wycofam opinię.",
  health:
    "Opinia mówi o moim zdrowiu, ciele albo wyniku i wyraźnie zgadzam się na publikację także tych informacji. Tę zgodę też mogę wycofać w każdej chwili, razem z opinią.",
} as const;

type Field = keyof Opinion | keyof typeof consents;

export type OpinionForm = Record<"values" | "errors", Partial<Record<Field, string>>>;

/** What a link shows. */
export type OpinionContent =
  | { state: "withdrawn" }
  | {
      state: "offered" | "sent" | "shown" | "hidden";
      kind: SlotKind;
      heldOn: string;
      words: Opinion;
      form?: OpinionForm;
    };

/** The appointment that the opinion follows, in the locative: "po treningu". */
export const afterKind = { talk: "rozmowie", training: "treningu" };

/** The note that tells visitors how the opinion was verified. */
export const verificationOf = (kind: SlotKind) =>
  `Sprawdzona: napisana przez jednorazowy odnośnik, który dostaje osoba po ${afterKind[kind]}.`;

/** Stems, but not inside other words: "pozdrowienia", "symbole", "Bolesław", "obciążenia", "kooperacja". */
const healthTerms = [
  /\d\s*(?:kg|kilo|cm)/iu,
  /(?<!po)zdr[oó]w/iu,
  /(?<!\p{L})(?:nie|bez|za|roz|prze|o|po)?bol(?!esł)[aąei]/iu,
  /(?<!ko)operacj/iu,
  /(?<!\p{L})(?:po|przed)?ciąż/iu,
  /(?<!\p{L})(?:uraz(?!i)|po(?:ród|rod)|wag[aąęi] (?:(?:\p{L}+ ){0,3}spad|zesz))/iu,
  /schud|chor[oy]|ból|kręgosł|kontuzj|rehabilit|cukrzyc|ciśnieni|nadwag|otył|zawał|depres[jy]|astm/iu,
  /(?:zrzuc|strac|zesz|schud)\p{L}* (?:o )?\d+ rozmiar|(?:dwa|trzy|cztery|mniejsz\p{L}*) rozmiar|(?:moj|swoj|dawn)\p{L}* sylwet/iu,
];

/** Checks the submitted fields; line breaks become spaces, as on the page. */
export function parseOpinion(values: OpinionForm["values"]): { words: Opinion } | OpinionForm {
  const [text, author, about] = [normalize(values.text), normalize(values.author), normalize(values.about)];
  const errors: OpinionForm["errors"] = {};
  if (!text) errors.text = "Napisz opinię.";
  if (!author) errors.author = "Podpisz opinię, choćby inicjałami.";
  for (const [name, written] of Object.entries({ text, author, about }) as [keyof Opinion, string][]) {
    if (written.length > maxLengths[name]) errors[name] = `Skróć do ${maxLengths[name]} znaków.`;
    // The site would replace them by its own facts.
    if (/[{}]/.test(written)) errors[name] = "Usuń nawiasy klamrowe.";
  }
  if (!values.publication) errors.publication = "Bez tej zgody opinii nie można przyjąć.";
  if (!values.health && healthTerms.some((term) => term.test(`${text} ${about}`)))
    errors.health =
      "Wygląda na to, że piszesz o\u00a0zdrowiu, ciele albo wyniku. Zaznacz tę zgodę albo usuń te słowa.";
  return Object.keys(errors).length > 0
    ? { values, errors }
    : { words: { text, author, about: about || null } };
}

/** Removes invisible characters and line breaks, so that equal texts have equal hashes. */
export const normalize = (text: string | null | undefined) => cleanText(text ?? "").replace(/\s+/g, " ");
