import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { callRequestOf, type Field, type FormValues, fields, maxLengths, parseEnquiry } from "./form.ts";
import { parsePhone } from "./phone.server.ts";

const goals = ["Trening personalny", "Zajęcia w\u00a0parku", "Inne"];
const typed: FormValues = { name: "Ala", phone: "600 100 200", message: "Dzień dobry" };
const parse = (values: FormValues) => parseEnquiry({ ...typed, ...values }, { goals });
const errorsOf = (values: FormValues) => {
  const parsed = parse(values);
  return parsed.ok ? {} : parsed.errors;
};

test("an empty form reports everything that is missing", () => {
  expect(parseEnquiry({}, { goals })).toEqual({
    ok: false,
    errors: {
      name: ["Wpisz imię"],
      phone: ["Podaj numer telefonu lub adres e\u2060-\u2060mail"],
      message: ["Wpisz wiadomość"],
    },
  });
});

describe("B10.7 a request for a call", () => {
  test("B10.7 needs only a number, and keeps what was typed besides", () => {
    const asked = callRequestOf({ phone: " 600 100 200 " });
    expect("values" in asked && parseEnquiry(asked.values, { goals, parsePhone })).toMatchObject({
      ok: true,
      enquiry: { name: "600 100 200", phone: "+48600100200", message: "Proszę o telefon." },
    });
    expect(callRequestOf(typed)).toEqual({ values: typed });
    const corrected = callRequestOf({ name: "600 100 20", phone: "600 100 200" });
    expect(corrected).toMatchObject({ values: { name: "600 100 200" } });
  });

  test.each(["", "   ", undefined])("B10.7 is refused without a number: %j", (phone) => {
    const asked = callRequestOf({ email: "ala@poczta.example", ...(phone !== undefined && { phone }) });
    expect(asked).toEqual({ errors: { phone: ["Wpisz numer, pod który oddzwonić"] } });
  });

  test("B10.7 a wrong number is a wrong number", () => {
    const asked = callRequestOf({ phone: "600" });
    expect("values" in asked && parseEnquiry(asked.values, { goals })).toMatchObject({
      errors: { phone: [expect.stringContaining("pełnej postaci")] },
    });
  });
});

test("either phone or e-mail is enough", () => {
  expect(parse({ phone: "600 100 200", email: "" }).ok).toBe(true);
  expect(parse({ phone: "", email: "ala@poczta.example" }).ok).toBe(true);
});

test("empty fields become null and the others are trimmed", () => {
  expect(parse({ name: "  Ala \t Kot ", message: "\n tekst \n", preferredTime: "   " })).toEqual({
    ok: true,
    enquiry: {
      name: "Ala Kot",
      phone: "600 100 200",
      email: null,
      goal: null,
      preferredTime: null,
      message: "tekst",
      slot: null,
    },
  });
});

test("a name that mail programs would decode in a subject stays as it was typed, but for a space", () => {
  expect(parse({ name: "=?utf-8?q?https://zly.example?=" })).toMatchObject({
    ok: true,
    enquiry: { name: "= ?utf-8?q?https://zly.example?=" },
  });
  expect(errorsOf({ email: "=?utf-8?q?a?=@poczta.example" })).toHaveProperty("email");
});

test("a goal must be one of those given, whatever kind of spaces it has", () => {
  expect(parse({ goal: "Zajęcia w parku" })).toMatchObject({
    ok: true,
    enquiry: { goal: "Zajęcia w parku" },
  });
  expect(parse({ goal: "Zajęcia w\u00a0parku" })).toMatchObject({ ok: true });
  expect(errorsOf({ goal: "Kurs kroju" })).toEqual({ goal: ["Wybierz temat z\u00a0listy"] });
});

describe("phone", () => {
  test.each([
    "600 100 200",
    "+48 600-100-200",
    "0048600100200",
    "(22) 621 00 00",
    "+44 20 7946 0000",
    // Pasted from a page or a document: an en dash, a hyphen that does not break and a minus sign.
    "600–100–200",
    "600\u2011100\u2011200",
    "600\u2212100\u2212200",
  ])("B10.2 %s passes the browser's check and the server's", (phone) => {
    expect(parse({ phone }).ok).toBe(true);
    expect(parseEnquiry({ ...typed, phone }, { goals, parsePhone }).ok).toBe(true);
  });

  test.each(["60", "sześćset", "600 100 200 wew. 5", "1234567890123456", "+"])(
    "%s is refused by both",
    (phone) => {
      const errors = { phone: [expect.stringContaining("numer telefonu")] };
      expect(errorsOf({ phone })).toEqual(errors);
      expect(parseEnquiry({ ...typed, phone }, { goals, parsePhone })).toEqual({ ok: false, errors });
    },
  );

  test("the server stores E.164", () => {
    const parsed = parseEnquiry({ ...typed, phone: "600-100-200" }, { goals, parsePhone });
    expect(parsed).toMatchObject({ enquiry: { phone: "+48600100200" } });
  });
});

describe("e-mail", () => {
  test.each([
    "ala@poczta.example",
    "a.b+c@sub.domena.pl",
    "o'neil@x-y.pl",
    "ALA@POCZTA.PL",
    "foto@łódź.pl",
    "ala@xn--d-uga0v4h.pl",
  ])("%s passes", (email) => {
    expect(errorsOf({ email })).toEqual({});
  });

  test.each([
    "ala",
    "ala@",
    "ala@poczta",
    "ala@poczta..pl",
    "jan..nowak@poczta.pl",
    "jan.nowak.@poczta.pl",
    ".jan@poczta.pl",
    "a b@poczta.pl",
    "ala@poczta.pl, ola@poczta.pl",
    "<ala@poczta.pl>",
    "ala@-poczta.pl",
    "paweł@poczta.pl",
    "ala@poczta„.pl",
    `${"a".repeat(65)}@poczta.pl`,
  ])("%s is refused", (email) => {
    expect(errorsOf({ email })).toEqual({ email: [expect.stringContaining("adres e\u2060-\u2060mail w")] });
  });

  test("of a domain with Polish capitals they become small, as a search for the person expects", () => {
    expect(parse({ email: "Foto@ŁÓDŹ.pl" })).toMatchObject({ enquiry: { email: "Foto@łódź.pl" } });
  });
});

describe("hostile text", () => {
  const singleLine = fields.filter((field) => field !== "message" && field !== "goal");

  test.each(singleLine)("a line break in %s, which would start a new mail header, is refused", (field) => {
    for (const lineBreak of ["\n", "\r", "\r\n", "\u2028", "\u2029"]) {
      const errors = errorsOf({ [field]: `600100200${lineBreak}Bcc: ktos@poczta.example` });
      expect(errors[field]?.length, JSON.stringify(lineBreak)).toBe(1);
    }
  });

  test("control characters and text direction overrides are removed, emoji are kept", () => {
    const parsed = parse({ name: "A\u0000l\u202ea\u2066\u200b", message: "👩‍🚀 \u0007tak\u202d\r\nnie" });
    expect(parsed).toMatchObject({ enquiry: { name: "Ala", message: "👩‍🚀 tak\nnie" } });
  });

  test("a lone surrogate, which no database accepts, is replaced", () => {
    expect(parse({ name: "Ala\ud83d" })).toMatchObject({ enquiry: { name: "Ala\ufffd" } });
  });

  test.each(["\u200d", "\ufe0f", "\u3164", "\u115f", "\u034f", "\u2800", "\u{e0041}", "\u200c \u200d\ufe0f"])(
    "%j alone shows no name and counts as empty; between visible characters joiners stay",
    (name) => {
      expect(errorsOf({ name })).toEqual({ name: ["Wpisz imię"] });
      expect(parse({ name: "❤️‍🩹 Ala" })).toMatchObject({ enquiry: { name: "❤️‍🩹 Ala" } });
    },
  );

  test("text without a visible character counts as empty", () => {
    expect(errorsOf({ name: "\u200b\u202e", message: "\u0000 \n" })).toEqual({
      name: ["Wpisz imię"],
      message: ["Wpisz wiadomość"],
    });
  });
});

describe("lengths", () => {
  test.each(fields.filter((field) => field === "message" || field === "name" || field === "preferredTime"))(
    "%s may be as long as its limit but not longer",
    (field) => {
      expect(errorsOf({ [field]: "x".repeat(maxLengths[field]) })).toEqual({});
      expect(errorsOf({ [field]: "x".repeat(maxLengths[field] + 1) })).toEqual({
        [field]: [`Skróć ten tekst do ${maxLengths[field]}\u00a0znaków`],
      });
    },
  );

  test("a line break counts once, as the browser's maxlength counts it", () => {
    expect(errorsOf({ message: `${"x".repeat(3998)}\r\nx` })).toEqual({});
  });
});

describe("combining marks, which take quadratic time to normalise", () => {
  /** The texts passed to `normalize` while the form is checked. */
  function normalisedBy(values: FormValues): string[] {
    const spy = vi.spyOn(String.prototype, "normalize");
    onTestFinished(() => spy.mockRestore());
    parse(values);
    return spy.mock.contexts.map(String).filter((text) => !goals.includes(text));
  }

  test.each(fields)("a text far over the limit of %s is refused before it is normalised", (field) => {
    const hostile = "\u0315".repeat(30_000) + "\u0316".repeat(30_000);
    expect(normalisedBy({ [field]: hostile }).filter((text) => /\p{M}/u.test(text))).toEqual([]);
    expect(errorsOf({ [field]: hostile })[field]).toEqual([
      `Skróć ten tekst do ${maxLengths[field]}\u00a0znaków`,
    ]);
  });

  test.each(fields)("a long run of them in %s is cut before it is normalised", (field) => {
    const run = `a${"\u0315\u0316".repeat(maxLengths[field] / 2)}`;
    for (const hostile of [run, `${run}\u200b${run}`.slice(0, 3 * maxLengths[field])]) {
      const normalised = normalisedBy({ [field]: hostile });
      expect(normalised.some((text) => text.includes("\u0315"))).toBe(true);
      for (const text of normalised) expect(text).not.toMatch(/\p{M}{9}/u);
    }
  });

  test("decomposed letters are composed, and cleaning a clean text changes nothing", () => {
    const decomposed = "Zażółć gęślą, tiếng Việt".normalize("NFD");
    expect(parse({ message: decomposed })).toMatchObject({
      enquiry: { message: decomposed.normalize("NFC") },
    });
    const once = parse({ message: `a${"\u0344".repeat(12)}` });
    if (!once.ok) throw new Error("refused");
    expect(parse({ message: once.enquiry.message })).toEqual(once);
  });
});

const anything = fc.record(
  Object.fromEntries(fields.map((field) => [field, fc.string({ unit: "binary", maxLength: 60 })])) as Record<
    Field,
    fc.Arbitrary<string>
  >,
  { requiredKeys: [] },
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("accepted values are safe, within their limits, and unchanged when sent again", () => {
  const accepted = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    phone: fc.constantFrom("600100200", "+44 20 7946 0000"),
    message: fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
  });
  fc.assert(
    fc.property(fc.oneof(anything, accepted), (values) => {
      const parsed = parseEnquiry(values, { goals, parsePhone });
      if (!parsed.ok) {
        expect(parsed.errors).not.toEqual({});
        return;
      }
      for (const field of fields) {
        const value = parsed.enquiry[field] ?? "";
        expect(value).not.toMatch(unsafe);
        expect(value.isWellFormed()).toBe(true);
        expect(value.length).toBeLessThanOrEqual(maxLengths[field]);
        if (field !== "message") expect(value).not.toContain("\n");
      }
      const again = Object.fromEntries(
        Object.entries(parsed.enquiry).map(([field, value]) => [field, value ?? ""]),
      );
      expect(parseEnquiry(again, { goals, parsePhone })).toEqual(parsed);
    }),
    { numRuns: 500 },
  );
});
