import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../clock.ts";
import { enquiryStates } from "./inbox.ts";
import { isListedToday, isMeetingToday, momentOf, nextStepOf, type StepFacts } from "./next-step.server.ts";

const now = Date.parse("2026-11-23T09:00:00Z");
const facts: StepFacts = {
  status: "accepted",
  state: "in-contact",
  received_at: now - 3 * dayMs,
  remind_at: null,
  handled_at: now - dayMs,
  failed_at: null,
  wished_at: null,
  cancelled_at: null,
  starts_at: null,
  ends_at: null,
};
const stepOf = (changes: Partial<StepFacts>, at = now) => nextStepOf({ ...facts, ...changes }, momentOf(at));

const soon = { starts_at: now + hourMs, ends_at: now + 2 * hourMs };
const later = { starts_at: now + 3 * dayMs, ends_at: now + 3 * dayMs + hourMs };
const over = { starts_at: now - 2 * hourMs, ends_at: now - hourMs };

describe("C1.1 what follows for an enquiry", () => {
  test.each([
    ["a new one", { state: "new", handled_at: null }, "new"],
    ["a new one that may wait until tomorrow", { state: "new", remind_at: now + dayMs }, "reminder"],
    ["one in contact without a date", {}, "undecided"],
    ["one that waits until tomorrow", { remind_at: now + dayMs }, "reminder"],
    ["one whose day has come, though not its hour", { remind_at: now + 5 * hourMs }, "due"],
    ["one whose day was missed", { remind_at: now - 9 * dayMs }, "due"],
    ["a meeting later today", { state: "scheduled", remind_at: now + hourMs }, "appointment"],
    ["a meeting that is over", { state: "scheduled", remind_at: now - hourMs }, "outcome"],
    ["one scheduled without a date", { state: "scheduled" }, "undecided"],
    ["a new one that asks for a date", { state: "new", wished_at: now - hourMs }, "wish"],
    ["a client who cancelled a date", { state: "closed", cancelled_at: now - hourMs }, "cancelled"],
    ["a date cancelled before a later meeting", { ...later, cancelled_at: now - hourMs }, "cancelled"],
    ["a date cancelled before today's meeting", { ...soon, cancelled_at: now - hourMs }, "appointment"],
    ["a date cancelled and asked for anew", { cancelled_at: now - hourMs, wished_at: now }, "wish"],
    ["a booked date", { ...soon }, "appointment"],
    ["a booked date that is over", { ...over, remind_at: now + dayMs }, "outcome"],
    ["a due reminder before a later meeting", { ...later, remind_at: now - hourMs }, "due"],
    ["a reminder that is due later than a meeting", { ...later, remind_at: now + 4 * dayMs }, "appointment"],
    ["a reminder that is due before a meeting", { ...later, remind_at: now + dayMs }, "reminder"],
    ["a due reminder on the day of a meeting", { ...soon, remind_at: now - hourMs }, "appointment"],
    [
      "an e-mail given up since the owner dealt with it",
      { failed_at: now, remind_at: now + dayMs },
      "failed",
    ],
    ["an e-mail given up before a meeting on a later day", { ...later, failed_at: now }, "failed"],
    ["an e-mail given up before today's meeting", { ...soon, failed_at: now }, "appointment"],
    ["an e-mail given up before a meeting that is over", { ...over, failed_at: now }, "outcome"],
    ["an e-mail given up before that", { failed_at: now - 2 * dayMs, remind_at: now + dayMs }, "reminder"],
    ["one closed for good", { state: "closed" }, "none"],
    ["one to be asked again later", { state: "closed", remind_at: now + 30 * dayMs }, "reminder"],
    ["one to be asked again today", { state: "closed", remind_at: now - dayMs }, "due"],
    ["one in quarantine", { status: "quarantined", state: "new" }, "none"],
  ] as const)("%s", (_, changes, kind) => {
    expect(stepOf(changes).kind).toBe(kind);
  });

  test("a meeting over midnight is today's until it is over", () => {
    const night = Date.parse("2027-02-03T00:05:00+01:00");
    const meeting = { starts_at: night - 20 * minuteMs, ends_at: night + 10 * minuteMs };
    expect(isMeetingToday(stepOf(meeting, night), momentOf(night))).toBe(true);
    expect(isMeetingToday(stepOf(later), momentOf(now))).toBe(false);
  });

  test.each(["2027-03-27T12:00:00Z", "2027-03-28T12:00:00Z", "2027-10-30T12:00:00Z", "2027-10-31T12:00:00Z"])(
    "around the change of the clocks, at %s, tomorrow's reminder waits until midnight and no longer",
    (noon) => {
      const at = Date.parse(noon);
      const { tomorrow } = momentOf(at);
      expect(stepOf({ remind_at: tomorrow }, tomorrow - 1).kind).toBe("reminder");
      expect(stepOf({ remind_at: tomorrow }, tomorrow).kind).toBe("due");
      expect(new Date(tomorrow).toLocaleTimeString("pl", { timeZone: "Europe/Warsaw" })).toBe("00:00:00");
    },
  );

  test("whatever happened, an open enquiry has a date to come or stands in “Dziś”, never both and never neither", () => {
    const time = fc.integer({ min: now - 40 * dayMs, max: now + 40 * dayMs });
    const maybe = fc.option(time);
    const anyFacts = fc.record({
      status: fc.constant("accepted" as const),
      state: fc.constantFrom(...enquiryStates),
      received_at: time,
      remind_at: maybe,
      handled_at: maybe,
      failed_at: maybe,
      wished_at: maybe,
      cancelled_at: maybe,
    });
    const anyDate = fc
      .option(time)
      .map((at) => ({ starts_at: at, ends_at: at === null ? null : at + hourMs }));
    fc.assert(
      fc.property(anyFacts, anyDate, time, (facts, date, at) => {
        const some = { ...facts, ...date };
        const step = nextStepOf(some, momentOf(at));
        // A meeting that has begun is one to come until it is over.
        const isDated =
          step.at !== null && step.at > at - hourMs && /^(reminder|appointment)$/.test(step.kind);
        const isEnded =
          some.state === "closed" &&
          some.remind_at === null &&
          some.starts_at === null &&
          some.cancelled_at === null &&
          some.wished_at === null;
        if (isEnded && some.failed_at === null) expect(step.kind).toBe("none");
        else if (step.kind === "none") expect(isEnded).toBe(true);
        else expect(isDated).toBe(!isListedToday(step));
      }),
      { numRuns: 2_000 },
    );
  });
});
