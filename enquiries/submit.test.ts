import { expect, test } from "vitest";
import { DateTaken } from "./booking.ts";
import { floodReason } from "./quarantine.server.ts";
import { createSubmit, parseSubmissionBody, type Submission } from "./submit.server.ts";
import { anEnquiry, createTestLog, noDates, site } from "./testing/fixtures.ts";

type Deps = Parameters<typeof createSubmit>[0];

function setUp(changes: Partial<Deps["store"]> & Partial<Omit<Deps, "store">> = {}) {
  const calls: string[] = [];
  const log = createTestLog();
  const store: Deps["store"] = {
    findKnown: async () => undefined,
    accept: async ({ reasons, canary }) => {
      calls.push(canary ? "accept canary" : `accept ${reasons.join()}`.trim());
      return { reference: "7K3M-9QXR", isNew: true, status: "accepted" };
    },
    ...changes,
  };
  const submit = createSubmit({
    rules: () => ({ goals: site.goals }),
    store,
    consumeCanaryToken: async (token) => token === "canary-good",
    limits: {
      countEnquiry: () => {
        calls.push("count");
        return undefined;
      },
      countGenuine: () => {
        calls.push("count for all");
        return undefined;
      },
    },
    isQuarantineOpen: async () => true,
    dates: noDates.dates,
    onStored: () => calls.push("wake"),
    log,
    ...changes,
  });
  return { submit, calls, log };
}

const overLimit = { countEnquiry: () => 60, countGenuine: () => undefined };
const flooded = { countEnquiry: () => undefined, countGenuine: () => 60 };

const submission: Submission = {
  values: { name: "Ala", phone: "600 100 200", message: "Dzień dobry" },
  key: "one-time-key",
  clientAddress: "192.0.2.1",
};
const spam = { ...submission, honeypot: "x" };

test("a valid enquiry is counted, stored, and wakes the outbox", async () => {
  const { submit, calls } = setUp();
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual(["count", "count for all", "accept", "wake"]);
});

test("an invalid enquiry is not counted", async () => {
  const { submit, calls } = setUp();
  expect(await submit({ ...submission, values: {} })).toMatchObject({
    kind: "invalid",
    errors: { name: ["Wpisz imię"] },
  });
  expect(calls).toEqual([]);
});

test("B10.3 a repeated enquiry gets the same reference, even over the limit", async () => {
  const { submit, calls } = setUp({ findKnown: async () => "0000-0001", limits: overLimit });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "0000-0001" });
  expect(calls).toEqual([]);
});

test("an enquiry over the limit is not stored, and the answer says how long to wait", async () => {
  const { submit, calls } = setUp({ limits: overLimit });
  expect(await submit(submission)).toEqual({ kind: "limited", retryAfterSeconds: 60 });
  expect(calls).toEqual([]);
});

test("an enquiry that looks like spam is answered as any other, stored with its reasons, and not counted against the limit that all share", async () => {
  const { submit, calls } = setUp();
  expect(await submit(spam)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual(["count", "accept wypełnione pole, którego ludzie nie widzą", "wake"]);
});

test("during a flood an enquiry is stored in quarantine instead of being refused", async () => {
  const { submit, calls } = setUp({ limits: flooded });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual([`accept ${floodReason}`, "wake"]);
});

test.each([
  ["looks like spam", { honeypot: "x" }, {}],
  ["comes on top of a flood", {}, { limits: flooded }],
])("when the quarantine is full, an enquiry that %s is answered as unavailable", async (_, sent, changes) => {
  const { submit, calls, log } = setUp({ ...changes, isQuarantineOpen: async () => false });
  expect(await submit({ ...submission, ...sent })).toEqual({ kind: "unavailable" });
  expect(calls).not.toContain("wake");
  expect(log.lines).toEqual(["warn the quarantine is full, an enquiry was refused {}"]);
});

test("when the quarantine is full, a genuine enquiry is still stored", async () => {
  const { submit } = setUp({ isQuarantineOpen: async () => false });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
});

test("the canary is recognised by its token, not counted, and never taken for spam", async () => {
  const { submit, calls } = setUp();
  await submit({ ...spam, key: "canary-good" });
  expect(calls).toEqual(["accept canary", "wake"]);
});

test("a request with an invented token is treated as a visitor's", async () => {
  const { submit, calls } = setUp();
  await submit({ ...submission, key: "canary-invented" });
  expect(calls).toEqual(["count", "count for all", "accept", "wake"]);
});

test("an enquiry that cannot be stored is answered as unavailable, and the log quotes nothing of it", async () => {
  const { submit, calls, log } = setUp({
    accept: async () => {
      throw Object.assign(new Error(`duplicate key: ${anEnquiry.email}`), { code: "23505", detail: "Ala" });
    },
  });
  expect(await submit(submission)).toEqual({ kind: "unavailable" });
  expect(calls).toEqual(["count", "count for all"]);
  expect(log.lines).toEqual(['error enquiry could not be stored {"error":"Error","code":"23505"}']);
});

test("a date that is taken is answered with others, and as unavailable if these cannot be read", async () => {
  const accept = async () => {
    throw new DateTaken();
  };
  const dates = { ...noDates.dates, nearest: async () => [] };
  expect(await setUp({ accept, dates }).submit(submission)).toEqual({ kind: "taken", slots: [] });
  dates.nearest = () => Promise.reject(new Error("locked"));
  expect(await setUp({ accept, dates }).submit(submission)).toEqual({ kind: "unavailable" });
});

test("a JSON body and a form post are read alike, and missing fields stay missing", () => {
  const body = {
    name: "Ala",
    phone: null,
    key: "one-time-key",
    elapsedMs: 4000,
    "pole-k7x2m": "",
    extra: { a: 1 },
  };
  expect(parseSubmissionBody(body)).toEqual({
    values: { name: "Ala" },
    key: "one-time-key",
    honeypot: "",
    elapsedMs: 4000,
  });
  expect(parseSubmissionBody({ name: "Ala", "pole-k7x2m": "bot" })).toMatchObject({ honeypot: "bot" });
  expect(parseSubmissionBody({})).toMatchObject({ values: {} });
});

test.each(["k", "zażółć gęślą jaźń", "x".repeat(200)])(
  "B10.3 %j is a key: a program may choose any",
  (key) => {
    expect(parseSubmissionBody({ key })).toMatchObject({ key });
  },
);

test("B10.3 an empty key is none, or all enquiries with it would be one", () => {
  expect(parseSubmissionBody({ key: "" })).toMatchObject({ key: undefined });
});

test.each([
  [null],
  ["text"],
  [[1]],
  [{ name: 5 }],
  [{ message: ["a"] }],
  [{ key: 5 }],
  [{ key: "line\nbreak" }],
  [{ key: "x".repeat(201) }],
  [{ elapsedMs: "soon" }],
])("%j is rejected as a body", (body) => {
  expect(parseSubmissionBody(body)).toBeUndefined();
});
