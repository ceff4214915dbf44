import { expect, test } from "vitest";
import { floodReason } from "./spam.server.ts";
import { createSubmit, parseSubmissionBody, type Submission } from "./submit.server.ts";
import { anEnquiry, createTestLog, site } from "./testing/fixtures.ts";

type Deps = Parameters<typeof createSubmit>[0];

function setUp(changes: Partial<Deps["store"]> & Partial<Omit<Deps, "store">> = {}) {
  const calls: string[] = [];
  const log = createTestLog();
  const store: Deps["store"] = {
    findAccepted: async () => undefined,
    accept: async ({ reasons, canary }) => {
      calls.push(canary ? "accept canary" : `accept ${reasons.join()}`.trim());
      return { reference: "7K3M-9QXR", isNew: true };
    },
    takeCanaryToken: async (token) => token === "good",
    ...changes,
  };
  const submit = createSubmit({
    rules: () => ({ goals: site.goals }),
    store,
    limits: {
      countEnquiry: async () => {
        calls.push("count");
        return undefined;
      },
      isFlooded: async () => {
        calls.push("count for all");
        return false;
      },
    },
    spamReasons: () => [],
    isQuarantineOpen: async () => true,
    onAccepted: () => calls.push("wake"),
    log,
    ...changes,
  });
  return { submit, calls, log };
}

const overLimit = { countEnquiry: async () => 60, isFlooded: async () => false };
const flooded = { countEnquiry: async () => undefined, isFlooded: async () => true };

const submission: Submission = {
  values: { name: "Ala", phone: "600 100 200", message: "Dzień dobry" },
  key: "one-time-key",
  clientAddress: "192.0.2.1",
};

test("a good enquiry counts against the limits, is stored, and the outbox is woken", async () => {
  const { submit, calls } = setUp();
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual(["count", "count for all", "accept", "wake"]);
});

test("a bad one counts against nothing", async () => {
  const { submit, calls } = setUp();
  expect(await submit({ ...submission, values: {} })).toMatchObject({
    kind: "invalid",
    errors: { name: ["Wpisz imię"] },
  });
  expect(calls).toEqual([]);
});

test("a repeated one is answered as before, even over the limit", async () => {
  const { submit, calls } = setUp({ findAccepted: async () => "0000-0001", limits: overLimit });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "0000-0001" });
  expect(calls).toEqual([]);
});

test("over the limit nothing is stored and the wait is told", async () => {
  const { submit, calls } = setUp({ limits: overLimit });
  expect(await submit(submission)).toEqual({ kind: "limited", retryAfterSeconds: 60 });
  expect(calls).toEqual([]);
});

test("one that looks like spam gets the same answer, is stored with its reasons and spends nothing of what all share", async () => {
  const { submit, calls } = setUp({ spamReasons: () => ["powód"] });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual(["count", "accept powód", "wake"]);
});

test("in a flood an enquiry is not refused but stored in quarantine", async () => {
  const { submit, calls } = setUp({ limits: flooded });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
  expect(calls).toEqual([`accept ${floodReason}`, "wake"]);
});

test.each([
  ["looks like spam", { spamReasons: () => ["powód"] }],
  ["comes on top of a flood", { limits: flooded }],
])("when the quarantine is full, one that %s is honestly refused", async (_, changes) => {
  const { submit, calls, log } = setUp({ ...changes, isQuarantineOpen: async () => false });
  expect(await submit(submission)).toEqual({ kind: "unavailable" });
  expect(calls).not.toContain("wake");
  expect(log.lines).toEqual(["warn the quarantine is full, an enquiry was refused {}"]);
});

test("when the quarantine is full, an enquiry that looks genuine is stored as ever", async () => {
  const { submit } = setUp({ isQuarantineOpen: async () => false });
  expect(await submit(submission)).toEqual({ kind: "accepted", reference: "7K3M-9QXR" });
});

test("the canary is known by its token, is not counted and never looks like spam", async () => {
  const { submit, calls } = setUp({ spamReasons: () => ["powód"] });
  await submit({ ...submission, canaryToken: "good" });
  expect(calls).toEqual(["accept canary", "wake"]);
});

test("whoever invents a token is a visitor like any other", async () => {
  const { submit, calls } = setUp();
  await submit({ ...submission, canaryToken: "invented" });
  expect(calls).toEqual(["count", "count for all", "accept", "wake"]);
});

test("what cannot be stored is said to be unavailable, and the log holds no word of it", async () => {
  const { submit, calls, log } = setUp({
    accept: async () => {
      throw Object.assign(new Error(`duplicate key: ${anEnquiry.email}`), { code: "23505", detail: "Ala" });
    },
  });
  expect(await submit(submission)).toEqual({ kind: "unavailable" });
  expect(calls).toEqual(["count", "count for all"]);
  expect(log.lines).toEqual(['error enquiry could not be stored {"fault":"Error","code":"23505"}']);
});

test("a JSON body and a form post are read alike; what is missing stays missing", () => {
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

test.each([
  [null],
  ["text"],
  [[1]],
  [{ name: 5 }],
  [{ message: ["a"] }],
  [{ key: "short" }],
  [{ key: "with spaces and more" }],
  [{ key: "x".repeat(65) }],
  [{ elapsedMs: "soon" }],
])("%j is not of that shape", (body) => {
  expect(parseSubmissionBody(body)).toBeUndefined();
});
