import { describe, expect, test } from "vitest";
import {
  confirmed,
  type EnquiryDraft,
  emptyDraft,
  invalid,
  opened,
  refused,
  submitted,
  typed,
  unanswered,
} from "./enquiry-draft.ts";

const values = { name: "Ola", email: "ola@example.com", message: "Dzień dobry" };
const more = { ...values, message: "Dzień dobry, jeszcze jedno" };
const written: EnquiryDraft = { ...emptyDraft, values, key: "key-1" };
const sending: EnquiryDraft = { ...written, phase: "sending" };
const waiting: EnquiryDraft = { ...written, phase: "waiting" };
const failed: EnquiryDraft = { ...written, phase: "failed", notice: "Nie teraz." };
const errors = { message: ["Wpisz wiadomość"] };
const arrived = { reference: "AB12-CD34", pathname: "/oferta" };

const type = (draft: EnquiryDraft, text: Record<string, string>) => typed(draft, text, "key-2");

describe("B10.4 typing", () => {
  test("B10.4 the first character creates a draft with a key", () => {
    expect(type(emptyDraft, values)).toEqual({ ...written, key: "key-2" });
  });

  test("B10.4 an unchanged text keeps its key and phase", () => {
    for (const draft of [written, sending, waiting, failed]) expect(type(draft, values)).toBe(draft);
    const withEmptyField = { ...values, phone: "" };
    expect(type(waiting, withEmptyField)).toBe(waiting);
  });

  test.each([written, sending, waiting])(
    "B10.4 changing a text creates a new draft in the typing phase: $phase",
    (draft) => {
      expect(type(draft, more)).toEqual({ ...written, values: more, key: "key-2" });
    },
  );

  test("B10.4 a rejected text stays rejected, with its explanation, while it is corrected", () => {
    expect(type(failed, more)).toEqual({ ...failed, values: more, key: "key-2" });
  });

  test("B10.4 deleting a rejected text clears the rejection", () => {
    expect(type(failed, { name: "", message: "" }).phase).toBe("typing");
  });

  test("B10.4 errors stay until the form is sent again", () => {
    const rejected = invalid(failed, errors);
    expect(rejected).toEqual({ ...written, errors });
    expect(type(rejected, more).errors).toBe(errors);
    expect(submitted(rejected, "sending").errors).toEqual({});
  });
});

describe("B10.4 opening the form", () => {
  const open = (draft: EnquiryDraft, text: Record<string, string>) => opened(draft, text, "key-2");

  test("B10.4 text typed before hydration becomes a draft with a known elapsed time", () => {
    expect(open(emptyDraft, values)).toEqual({ ...written, key: "key-2" });
  });

  test("B10.4 a stored draft keeps its key and phase, but its elapsed time is unknown", () => {
    for (const draft of [written, sending, waiting, failed]) {
      expect(open(draft, { email: values.email })).toEqual({ ...draft, resumed: true });
    }
  });

  test("B10.4 text typed before hydration takes precedence over the stored draft", () => {
    const next = open(waiting, { message: more.message });
    expect(next).toEqual({ ...written, values: more, key: "key-2", resumed: true });
    // A field that was emptied, too.
    expect(open(waiting, { message: "" }).values.message).toBe("");
  });
});

describe("B10.4 sending", () => {
  test.each(["sending", "waiting"] as const)("B10.4 %s clears errors and notices", (kind) => {
    expect(submitted({ ...failed, errors, arrived }, kind)).toEqual({ ...written, phase: kind });
  });

  test("B10.4 a confirmation ends the draft", () => {
    expect(confirmed({ ...sending, resumed: true }, "key-1", arrived)).toEqual({ ...emptyDraft, arrived });
  });

  test("B10.4 a rejection is shown", () => {
    for (const draft of [sending, waiting]) {
      const notice = "Zbyt wiele.";
      expect(refused(draft, "key-1", { notice })).toEqual({ ...failed, notice });
      expect(refused(draft, "key-1", { errors })).toEqual({ ...written, phase: "failed", errors });
    }
  });

  test("B10.4 without a connection it waits", () => {
    const unsure = { ...waiting, unsure: true };
    expect(unanswered(sending, "key-1")).toEqual(unsure);
    expect(unanswered(waiting, "key-1")).toEqual(unsure);
    expect(unanswered(unsure, "key-1")).toBe(unsure);
  });
});

describe("B10.4 typing during a send", () => {
  const typedOn = type(sending, more);

  test("B10.4 confirming the older text keeps the newer one", () => {
    expect(confirmed(typedOn, "key-1", arrived)).toEqual({ ...typedOn, arrived });
  });

  test.each([
    ["refused", refused(typedOn, "key-1", { notice: "Nie teraz." })],
    ["unanswered", unanswered(typedOn, "key-1")],
  ])("B10.4 a failure of the older text is not forgotten, and takes no focus: %s", (_, next) => {
    expect(next).toEqual({ ...typedOn, phase: "failed" });
  });

  test("B10.4 a response to the older text changes nothing while the newer one is being sent or after clearing", () => {
    const sendingNewer = submitted(typedOn, "sending");
    for (const draft of [sendingNewer, emptyDraft]) {
      expect(refused(draft, "key-1", { notice: "Nie teraz." })).toBe(draft);
    }
  });
});
