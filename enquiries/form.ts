/** The form's fields in the order of the page; `slot` is the id of a date. */
export const fields = ["name", "phone", "email", "goal", "preferredTime", "message", "slot"] as const;
export type Field = (typeof fields)[number];

/** What was typed. A field that was left out is missing or empty. */
export type FormValues = Partial<Record<Field, string>>;
export type FormErrors = Partial<Record<Field, string[]>>;

/** A form to be shown again. `notice` is an error of the whole form (too many enquiries, cannot be stored). */
export type FormState = { values: FormValues; errors: FormErrors; notice?: string | undefined };

/** A valid enquiry: trimmed, without invisible characters, the phone as returned by `parsePhone`, null for empty fields. */
export type Enquiry = Record<"name" | "message", string> & Record<Field, string | null>;

/** In UTF-16 units, as in `maxlength`. */
export const maxLengths = {
  name: 100,
  phone: 40,
  email: 254,
  goal: 100,
  preferredTime: 100,
  message: 4000,
  slot: 40,
} satisfies Record<Field, number>;

/** A field that people never see but programs fill in. Its name is random, so that no browser autocompletes it. */
export const honeypotField = "pole-k7x2m";
/** Milliseconds from showing the form to sending it. Only a page with JavaScript sends this. */
export const elapsedField = "elapsedMs";
/** The key of this exact text (`app/shell/enquiry-draft.ts`). Only a page with JavaScript sends this. */
export const keyField = "key";

/** The button that asks for a call. Only a phone number is needed then. */
export const callbackField = "callback";

/** Completes a request for a call: the number replaces a missing name, a standard text a missing message (B10.7). */
export function callRequestOf(values: FormValues): { values: FormValues } | { errors: FormErrors } {
  const typed = (field: Field) => values[field]?.trim() ?? "";
  if (typed("phone") === "") return { errors: { phone: ["Wpisz numer, pod który oddzwonić"] } };
  // A number there is that of a former try.
  const name = /\p{L}/u.test(typed("name")) ? typed("name") : typed("phone");
  return { values: { ...values, name, message: typed("message") || "Proszę o telefon." } };
}

export type FormRules = {
  /** The goals to choose from, as the page shows them. */
  goals: readonly string[];
  /** Returns the number to store, or undefined if it is invalid. Defaults to the light check of `looksLikePhone`. */
  parsePhone?: (typed: string) => string | undefined;
};

/** Validates what was typed, by the same rules in the browser, the form post and the API. Each field gets one message at most. */
export function parseEnquiry(values: FormValues, { goals, parsePhone = looksLikePhone }: FormRules) {
  const errors: FormErrors = {};
  /** Returns the cleaned text of a field, null if it is empty, and records its error; the rules for all fields come first. */
  function read(field: Field, isWrong = (_text: string) => false, message = ""): string | null {
    const { text, error = text !== "" && isWrong(text) && message } = clean(field, values[field] ?? "");
    if (error) errors[field] = [error];
    return text || null;
  }
  const enquiry: Enquiry = {
    name: read("name") ?? "",
    phone: read(
      "phone",
      (text) => parsePhone(text) === undefined,
      "Wpisz numer telefonu w\u00a0pełnej postaci, np. 600\u00a0100\u00a0200",
    ),
    email: read(
      "email",
      (text) => !emailPattern.test(text),
      "Wpisz adres e\u2060-\u2060mail w\u00a0pełnej postaci, bez polskich liter przed @, np. imie@example.com",
    ),
    goal: read("goal", (text) => !goals.map(cleanLine).includes(text), "Wybierz temat z\u00a0listy"),
    preferredTime: read("preferredTime"),
    message: read("message") ?? "",
    slot: read("slot"),
  };
  const { name, phone, email, message } = enquiry;
  if (!name) errors.name = ["Wpisz imię"];
  if (!message) errors.message = ["Wpisz wiadomość"];
  if (!phone && !email) errors.phone = ["Podaj numer telefonu lub adres e\u2060-\u2060mail"];
  if (Object.keys(errors).length > 0) return { ok: false, errors } as const;
  return {
    ok: true,
    enquiry: {
      ...enquiry,
      phone: (phone && parsePhone(phone)) || null,
      // The databases' `lower` knows only the letters of ASCII, and erasing looks for an address with it.
      email: email?.replace(/@.+/, (domain) => domain.toLowerCase()) ?? null,
    },
  } as const;
}

/** Returns the text to store. Rejects a text that would be too long even after cleaning, without cleaning it. */
function clean(field: Field, typed: string): { text: string; error?: string } {
  const max = maxLengths[field];
  const error = `Skróć ten tekst do ${max}\u00a0znaków`;
  // A line break may arrive as two characters, and a letter with accents as two or three.
  if (typed.length > 3 * max) return { text: typed, error };
  const text = field === "message" ? cleanText(typed) : cleanLine(typed);
  // No text field sends a line break. A program that tries to add a mail header does.
  if (field !== "message" && text.includes("\n")) return { text, error: "Wpisz to w\u00a0jednym wierszu" };
  return text.length > max ? { text, error } : { text };
}

// Removed rather than rejected, because nobody can correct a character that nobody can see. Joiners stay between others, as in emoji.
const invisible =
  /(?![\t\n])\p{Cc}|(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb]/gu;
const joinersOfNothing = /(^|\s)[\p{Join_Control}\p{Variation_Selector}]+/gu;

// The time to normalise a run of combining marks grows with the square of its length. No language stacks more than a few.
const cutRunsOfMarks = (text: string) => text.replace(/(\p{M}{8})\p{M}+/gu, "$1");

/** Removes invisible characters and surrounding space, and writes every line break as `\n`. */
export function cleanText(typed: string): string {
  const visible = typed
    // What `toWellFormed` does, which Firefox 115 lacks.
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(invisible, "")
    .replace(joinersOfNothing, "$1");
  // Normalising may turn one mark into two, so the runs are cut again: cleaning a clean text must not change it.
  return cutRunsOfMarks(cutRunsOfMarks(visible).normalize("NFC")).trim();
}

// No-break spaces become spaces too, because Polish typography puts them into the names of goals.
// Mail programs would decode a name that looks like an encoded word (RFC 2047), past all checks.
const cleanLine = (typed: string) =>
  cleanText(typed)
    .replace(/[^\S\n]+/g, " ")
    .replaceAll("=?", "= ?");

/** The check in the browser, which has no libphonenumber: 7 to 15 digits after an optional plus sign, with the usual separators. */
function looksLikePhone(typed: string): string | undefined {
  return /^(\+|00)?\d{7,15}$/.test(typed.replace(/[\s().\p{Pd}\u2212/]/gu, "")) ? typed : undefined;
}

// The HTML standard's pattern of `type=email`, but with dots only between other characters, at least one in the domain, and RFC 5321's
// limits of length. A domain may have any alphabet's letters: Chromium sends it as ASCII, others as typed, and the mailer encodes it.
const emailPattern =
  /^(?=.{1,64}@)(?!\.|.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}\d][\p{L}\d-]{0,61}[\p{L}\d]$/u;
