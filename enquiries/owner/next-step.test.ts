import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../clock.ts";
import { enquiryStates } from "./inbox.ts";
import { momentOf, nextStepOf, type StepFacts, standsToday } from "./next-step.ts";

const now = Date.parse("2026-11-23T09:00:00Z");
const facts: StepFacts = {
  status: "accepted",
  state: "in-contact",
  receivedAt: now - 3 * dayMs,
  remindAt: null,
  handledAt: now - dayMs,
  failedAt: null,
  wishedAt: null,
  appointment: null,
};
const stepOf = (changes: Partial<StepFacts>, at = now) => nextStepOf({ ...facts, ...changes }, momentOf(at));

const soon = { startsAt: now + hourMs, endsAt: now + 2 * hourMs };
const over = { startsAt: now - 2 * hourMs, endsAt: now - hourMs };

describe("C1.1 what follows for an enquiry", () => {
  test.each([
    ["a new one", { state: "new", handledAt: null }, "new"],
    ["a new one that may wait until tomorrow", { state: "new", remindAt: now + dayMs }, "reminder"],
    ["one in contact without a date", {}, "undecided"],
    ["one that waits until tomorrow", { remindAt: now + dayMs }, "reminder"],
    ["one whose day has come, though not its hour", { remindAt: now + 5 * hourMs }, "due"],
    ["one whose day was missed", { remindAt: now - 9 * dayMs }, "due"],
    ["a meeting later today", { state: "scheduled", remindAt: now + hourMs }, "appointment"],
    ["a meeting that is over", { state: "scheduled", remindAt: now - hourMs }, "outcome"],
    ["one scheduled without a date", { state: "scheduled" }, "undecided"],
    ["a new one that asks for a date", { state: "new", wishedAt: now - hourMs }, "wish"],
    ["a booked date", { appointment: soon }, "appointment"],
    ["a booked date that is over", { appointment: over, remindAt: now + dayMs }, "outcome"],
    ["an e-mail given up since the owner dealt with it", { failedAt: now, remindAt: now + dayMs }, "failed"],
    ["an e-mail given up before that", { failedAt: now - 2 * dayMs, remindAt: now + dayMs }, "reminder"],
    ["one closed for good", { state: "closed" }, "none"],
    ["one to be asked again later", { state: "closed", remindAt: now + 30 * dayMs }, "reminder"],
    ["one to be asked again today", { state: "closed", remindAt: now - dayMs }, "due"],
    ["one in quarantine", { status: "quarantined", state: "new" }, "none"],
  ] as const)("%s", (_, changes, kind) => {
    expect(stepOf(changes).kind).toBe(kind);
  });

  test.each(["2027-03-27T12:00:00Z", "2027-03-28T12:00:00Z", "2027-10-30T12:00:00Z", "2027-10-31T12:00:00Z"])(
    "around the change of the clocks, at %s, tomorrow's reminder waits until midnight and no longer",
    (noon) => {
      const at = Date.parse(noon);
      const { tomorrow } = momentOf(at);
      expect(stepOf({ remindAt: tomorrow }, tomorrow - 1).kind).toBe("reminder");
      expect(stepOf({ remindAt: tomorrow }, tomorrow).kind).toBe("due");
      expect(new Date(tomorrow).toLocaleTimeString("pl", { timeZone: "Europe/Warsaw" })).toBe("00:00:00");
    },
  );

  test("whatever happened, an open enquiry has a date to come or stands in “Dziś”, never both and never neither", () => {
    const time = fc.integer({ min: now - 40 * dayMs, max: now + 40 * dayMs });
    const maybe = fc.option(time);
    const anyFacts = fc.record({
      status: fc.constant("accepted" as const),
      state: fc.constantFrom(...enquiryStates),
      receivedAt: time,
      remindAt: maybe,
      handledAt: maybe,
      failedAt: maybe,
      wishedAt: maybe,
      appointment: fc.option(time.map((startsAt) => ({ startsAt, endsAt: startsAt + hourMs }))),
    });
    fc.assert(
      fc.property(anyFacts, time, (some, at) => {
        const step = nextStepOf(some, momentOf(at));
        // A meeting that has begun is one to come until it is over.
        const isDated =
          step.at !== null && step.at > at - hourMs && /^(reminder|appointment)$/.test(step.kind);
        const isEnded =
          some.state === "closed" &&
          some.remindAt === null &&
          some.appointment === null &&
          some.wishedAt === null;
        if (isEnded && some.failedAt === null) expect(step.kind).toBe("none");
        else if (step.kind === "none") expect(isEnded).toBe(true);
        else expect(isDated).toBe(!standsToday(step));
      }),
      { numRuns: 2_000 },
    );
  });
});
