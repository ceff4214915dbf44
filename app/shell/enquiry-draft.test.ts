import { describe, expect, test } from "vitest";
import { type DraftEvent, type EnquiryDraft, emptyDraft, nextDraft } from "./enquiry-draft.ts";

const values = { name: "Ola", email: "ola@example.com", message: "Dzień dobry" };
const more = { ...values, message: "Dzień dobry, jeszcze jedno" };
const typed: EnquiryDraft = { ...emptyDraft, values, key: "key-1" };
const sending: EnquiryDraft = { ...typed, phase: "sending" };
const waiting: EnquiryDraft = { ...typed, phase: "waiting" };
const failed: EnquiryDraft = { ...typed, phase: "failed", notice: "Nie teraz." };
const errors = { message: ["Wpisz wiadomość"] };
const arrived = { reference: "AB12-CD34", pathname: "/oferta" };

const type = (text: typeof values | Record<string, string>): DraftEvent => ({
  kind: "typed",
  values: text,
  newKey: "key-2",
});

describe("B10.4 typing", () => {
  test("B10.4 the first character creates a draft with a key", () => {
    expect(nextDraft(emptyDraft, type(values))).toEqual({ ...typed, key: "key-2" });
  });

  test("B10.4 an unchanged text keeps its key and phase", () => {
    for (const draft of [typed, sending, waiting, failed]) expect(nextDraft(draft, type(values))).toBe(draft);
    const withEmptyField = { ...values, phone: "" };
    expect(nextDraft(waiting, type(withEmptyField))).toBe(waiting);
  });

  test.each([typed, sending, waiting])(
    "B10.4 changing a text creates a new draft in the typing phase: $phase",
    (draft) => {
      expect(nextDraft(draft, type(more))).toEqual({ ...typed, values: more, key: "key-2" });
    },
  );

  test("B10.4 a rejected text stays rejected, with its explanation, while it is corrected", () => {
    expect(nextDraft(failed, type(more))).toEqual({ ...failed, values: more, key: "key-2" });
  });

  test("B10.4 deleting a rejected text clears the rejection", () => {
    expect(nextDraft(failed, type({ name: "", message: "" })).phase).toBe("typing");
  });

  test("B10.4 errors stay until the form is sent again", () => {
    const invalid = nextDraft(failed, { kind: "invalid", errors });
    expect(invalid).toEqual({ ...typed, errors });
    expect(nextDraft(invalid, type(more)).errors).toBe(errors);
    expect(nextDraft(invalid, { kind: "sending" }).errors).toEqual({});
  });
});

describe("B10.4 opening the form", () => {
  const open = (text: Record<string, string>): DraftEvent => ({
    kind: "opened",
    values: text,
    newKey: "key-2",
  });

  test("B10.4 text typed before hydration becomes a draft with a known elapsed time", () => {
    expect(nextDraft(emptyDraft, open(values))).toEqual({ ...typed, key: "key-2" });
  });

  test("B10.4 a stored draft keeps its key and phase, but its elapsed time is unknown", () => {
    for (const draft of [typed, sending, waiting, failed]) {
      expect(nextDraft(draft, open({ name: "", email: values.email }))).toEqual({ ...draft, resumed: true });
    }
  });

  test("B10.4 text typed before hydration takes precedence over the stored draft", () => {
    const next = nextDraft(waiting, open({ name: "", message: more.message }));
    expect(next).toEqual({ ...typed, values: more, key: "key-2", resumed: true });
  });
});

describe("B10.4 sending", () => {
  test.each(["sending", "waiting"] as const)("B10.4 %s clears errors and notices", (kind) => {
    expect(nextDraft({ ...failed, errors, arrived }, { kind })).toEqual({ ...typed, phase: kind });
  });

  test("B10.4 a confirmation ends the draft", () => {
    expect(nextDraft({ ...sending, resumed: true }, { kind: "confirmed", key: "key-1", arrived })).toEqual({
      ...emptyDraft,
      arrived,
    });
  });

  test("B10.4 a rejection is shown", () => {
    for (const draft of [sending, waiting]) {
      const notice = "Zbyt wiele.";
      expect(nextDraft(draft, { kind: "refused", key: "key-1", notice })).toEqual({ ...failed, notice });
      expect(nextDraft(draft, { kind: "refused", key: "key-1", errors })).toEqual({
        ...typed,
        phase: "failed",
        errors,
      });
    }
  });

  test("B10.4 without a connection it waits", () => {
    expect(nextDraft(sending, { kind: "unanswered", key: "key-1" })).toEqual(waiting);
    expect(nextDraft(waiting, { kind: "unanswered", key: "key-1" })).toBe(waiting);
  });
});

describe("B10.4 typing during a send", () => {
  const typedOn = nextDraft(sending, type(more));

  test("B10.4 confirming the older text keeps the newer one", () => {
    expect(nextDraft(typedOn, { kind: "confirmed", key: "key-1", arrived })).toEqual({ ...typedOn, arrived });
  });

  test.each([
    { kind: "refused", key: "key-1", notice: "Nie teraz." },
    { kind: "unanswered", key: "key-1" },
  ] as const)("B10.4 a failure of the older text is not forgotten, and takes no focus: $kind", (event) => {
    expect(nextDraft(typedOn, event)).toEqual({ ...typedOn, phase: "failed" });
  });

  test("B10.4 a response to the older text changes nothing while the newer one is being sent or after clearing", () => {
    const sendingNewer = nextDraft(typedOn, { kind: "sending" });
    const event = { kind: "refused", key: "key-1", notice: "Nie teraz." } as const;
    expect(nextDraft(sendingNewer, event)).toBe(sendingNewer);
    expect(nextDraft(emptyDraft, event)).toBe(emptyDraft);
  });
});

test("B10.4 clearing removes everything", () => {
  expect(nextDraft({ ...failed, errors, resumed: true, arrived }, { kind: "cleared" })).toEqual(emptyDraft);
});
