import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dayMs } from "../clock.ts";
import type { Enquiry } from "../form.ts";
import { plainTextOf } from "../mail/email-message.server.ts";
import { contextOf, createComposer } from "../mail/emails.server.ts";
import type { Engine } from "../testing/engines.ts";
import { anEnquiry, noDates, site } from "../testing/fixtures.ts";
import { openInbox } from "../testing/open-inbox.ts";
import { exportText } from "./export.server.ts";
import type { EnquiryState } from "./inbox.ts";
import sampleAnswers from "./sample-answers.json" with { type: "json" };

const tomorrow = "2026-11-22T07:00:00.000Z";
const inThreeDays = "2026-11-24T07:00:00.000Z";

/** How the owner answers, on both databases. */
export function answeringContract(engine: Engine): void {
  async function setUp() {
    const { database, clock, store, queue, inbox } = await openInbox(engine);
    const settings = { mailFrom: "strona@studio.example", mailTo: "trener@studio.example" };
    const context = () => contextOf(site, settings);
    const compose = createComposer({ database, clock, context, composeBooking: noDates.compose });
    async function add(changes: Partial<Enquiry> = {}, reasons: string[] = []) {
      const enquiry = { ...anEnquiry, ...changes };
      const { reference } = await store.accept({ enquiry, key: randomUUID(), reasons, canary: false });
      for (const message of await queue.claim(100)) await queue.settle(message, { kind: "sent" });
      clock.advance(1_000);
      return reference;
    }
    const answers = async (reference: string) =>
      (await inbox.find(reference))?.emails.filter(({ kind }) => kind === "answer");
    const call = (reference: string, contact: Partial<Parameters<typeof inbox.noteContact>[1]>) =>
      inbox.noteContact(reference, {
        id: randomUUID(),
        way: "call",
        result: "no-answer",
        from: "new",
        ...contact,
      });
    return { clock, database, store, queue, inbox, compose, add, answers, call };
  }

  test("C2.2 an answer never takes back what is decided at the same moment", async () => {
    const { inbox, add } = await setUp();
    for (let round = 0; round < 5; round += 1) {
      const reference = await add();
      const close = { from: "new", state: "closed", outcome: "client" } as const;
      const [, closed] = await Promise.all([
        inbox.answer(reference, { id: randomUUID(), text: "Zapraszam." }),
        inbox.changeState(reference, close),
      ]);
      const { state } = (await inbox.find(reference)) ?? {};
      expect([closed, state]).toEqual(closed === "done" ? ["done", "closed"] : ["changed", "in-contact"]);
    }
  });

  test("C2.2 an answer continues the confirmation: sender, Reply-To, subject, the visitor's words below", async () => {
    const { database, queue, inbox, compose, add } = await setUp();
    const reference = await add();
    const confirmation = await database.db
      .selectFrom("outbox")
      .select("message_id")
      .where("kind", "=", "visitor")
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    expect(await inbox.answer(reference, { id, text: "Dzień dobry,\n\nzapraszam.\nDo zobaczenia." })).toBe(
      "done",
    );
    const [message] = await queue.claim(10);
    expect(message).toMatchObject({ kind: "answer", message_id: `<${id}@studio.example>` });
    const email = message && (await compose(message));
    expect(email).toMatchObject({
      from: { name: "Studio Ruch", address: "strona@studio.example" },
      to: { address: "zazolc@poczta.example" },
      replyTo: { name: "Studio Ruch", address: "trener@studio.example" },
      subject: `Re: Studio Ruch: Twoja wiadomość dotarła (${reference})`,
      inReplyTo: confirmation.message_id,
    });
    expect(email?.headers).toBeUndefined();
    expect(email && plainTextOf(email)).toBe(`Dzień dobry,

zapraszam.
Do zobaczenia.

Twoja wiadomość, 21 listopada 2026 o\u00a08:00:

> Dzień dobry,
> proszę o kontakt w sprawie treningów.

-- 
Studio Ruch
Studio Ruch Jan Nowak
ul. Krótka 2, 11-222 Wólka
NIP 1234563218
600 000 001
kontakt@studio.example
`);
  });

  test.each([
    ["booking", "sent"],
    ["visitor", "waiting"],
  ] as const)("C2.2 it continues a confirmation of the kind „%s” that is %s", async (kind, status) => {
    const { clock, database, queue, inbox, compose, add } = await setUp();
    const reference = await add();
    // Tried, and due again later.
    const tried = { kind, status, next_attempt_at: clock.now() + dayMs };
    const confirmations = database.db.updateTable("outbox").set(tried).where("kind", "=", "visitor");
    const [confirmation] = await confirmations.returning("message_id").execute();
    await inbox.answer(reference, { id: randomUUID(), text: "Tak" });
    const [message] = await queue.claim(10);
    const email = message && (await compose(message));
    expect(email?.inReplyTo).toBe(confirmation?.message_id);
    expect(email?.subject).toContain(reference);
  });

  test.each([
    ["goes out within three days", 3 * dayMs, true],
    ["is not sent later", 3 * dayMs + 1, false],
  ] as const)("a confirmation that had to wait %s", async (_, ms, isSent) => {
    const { clock, queue, compose, store } = await setUp();
    const enquiry = { enquiry: anEnquiry, key: randomUUID(), reasons: [], canary: false };
    await store.accept(enquiry);
    const confirmation = (await queue.claim(10)).find(({ kind }) => kind === "visitor");
    clock.advance(ms);
    const email = confirmation && (await compose(confirmation));
    expect(email !== undefined).toBe(isSent);
  });

  test("C2.2 without a confirmation the subject has the reference all the same", async () => {
    const { database, queue, inbox, compose, add } = await setUp();
    const reference = await add();
    await database.db.deleteFrom("outbox").where("kind", "=", "visitor").execute();
    await inbox.answer(reference, { id: randomUUID(), text: "Tak" });
    const [message] = await queue.claim(10);
    const email = message && (await compose(message));
    expect(email?.subject).toBe(`Studio Ruch: odpowiedź na Twoją wiadomość (${reference})`);
    expect(email?.inReplyTo).toBeUndefined();
  });

  test("C2.2 an answer that arrives twice, also at once and from two processes, is queued once", async () => {
    const { inbox, add, answers } = await setUp();
    const { inbox: other } = await openInbox(engine);
    const reference = await add();
    const answer = { id: randomUUID(), text: "Tak" };
    const results = await Promise.all(
      [inbox, other, inbox, other].map((one) => one.answer(reference, answer)),
    );
    expect(results.sort()).toEqual(["done", "unchanged", "unchanged", "unchanged"]);
    expect(await answers(reference)).toMatchObject([{ id: answer.id, status: "waiting", text: "Tak" }]);
  });

  test("C2.2 whoever has been answered is asked again in three days, and a state set elsewhere stays", async () => {
    const { inbox, add } = await setUp();
    const fresh = await add();
    await inbox.answer(fresh, { id: randomUUID(), text: "Tak" });
    expect(await inbox.find(fresh)).toMatchObject({
      state: "in-contact",
      remindAt: inThreeDays,
      step: { kind: "reminder" },
      firstContactAt: "2026-11-21T07:00:01.000Z",
      readAt: "2026-11-21T07:00:01.000Z",
    });
    const closed = await add();
    await inbox.changeState(closed, { from: "new", state: "closed", outcome: "client" });
    await inbox.answer(closed, { id: randomUUID(), text: "Tak" });
    expect(await inbox.find(closed)).toMatchObject({ state: "closed", outcome: "client", remindAt: null });
    const meeting = await add();
    await inbox.changeState(meeting, { from: "new", state: "scheduled", at: tomorrow });
    await inbox.answer(meeting, { id: randomUUID(), text: "Tak" });
    expect(await inbox.find(meeting)).toMatchObject({ state: "scheduled", remindAt: tomorrow });
    const later = await add();
    await inbox.setReminder(later, "2026-12-20T07:00:00.000Z");
    await inbox.answer(later, { id: randomUUID(), text: "Tak" });
    expect(await inbox.find(later)).toMatchObject({ remindAt: "2026-12-20T07:00:00.000Z" });
  });

  test("C2.2 nothing is sent without an address, to the quarantine, or to nobody", async () => {
    const { inbox, add } = await setUp();
    for (const reference of [await add({ email: null }), await add({}, ["spam"]), "0000-0000"])
      expect(await inbox.answer(reference, { id: randomUUID(), text: "Tak" })).toBe("missing");
  });

  test("C2.2 a waiting answer to an erased person, or to spam, does not go out", async () => {
    const { queue, inbox, compose, add } = await setUp();
    const claimed = await add({ email: "robot@poczta.example", phone: null });
    await inbox.answer(claimed, { id: randomUUID(), text: "Tak" });
    const [first] = await queue.claim(10);
    expect(first && (await compose(first))).toBeDefined();
    await inbox.markAsSpam(claimed);
    expect(first && (await compose(first))).toBeUndefined();
    const erased = await add();
    const spam = await add({ email: "spam@poczta.example", phone: null });
    await inbox.answer(erased, { id: randomUUID(), text: "Tak" });
    await inbox.answer(spam, { id: randomUUID(), text: "Tak" });
    await inbox.markAsSpam(spam);
    // A worker already holds it.
    const [held, ...others] = await queue.claim(10);
    expect(others).toEqual([]);
    await inbox.erase({ email: anEnquiry.email ?? "" }, { related: false });
    expect(held && (await compose(held))).toBeUndefined();
    await queue.makeAllDue();
    expect(await queue.claim(10)).toEqual([]);
  });

  test("C2.2 an answer refused for good stands in “Dziś” until the owner deals with it, and is not sent again with the rest", async () => {
    const { clock, queue, inbox, add, answers } = await setUp();
    const reference = await add();
    await inbox.answer(reference, { id: randomUUID(), text: "Tak" });
    clock.advance(1_000);
    for (const message of await queue.claim(10))
      await queue.settle(message, { kind: "refused", codes: "550" });
    expect(await answers(reference)).toMatchObject([{ status: "dead", attempts: 1 }]);
    expect((await inbox.today()).steps).toMatchObject([{ reference, step: { kind: "failed" } }]);
    await inbox.resend(reference);
    expect(await answers(reference)).toMatchObject([{ status: "dead" }]);
    clock.advance(1_000);
    await inbox.answer(reference, { id: randomUUID(), text: "Jeszcze raz" });
    expect((await inbox.today()).steps).toEqual([]);
  });

  test("C2.2 exports have the answers", async () => {
    const { clock, database, inbox, add } = await setUp();
    const reference = await add();
    await inbox.answer(reference, { id: randomUUID(), text: "Zapraszam w środę." });
    for (const format of ["csv", "json"] as const) {
      let exported = "";
      for await (const part of exportText(database.db, format, clock.now())) exported += part;
      expect(exported).toContain("Zapraszam w środę.");
    }
  });

  test.each<[from: EnquiryState, result: "sent" | "scheduled" | "no-answer" | "calls-back", after: object]>([
    ["new", "no-answer", { state: "in-contact", remindAt: tomorrow, step: { kind: "reminder" } }],
    ["new", "calls-back", { state: "in-contact", remindAt: "2026-11-23T07:00:00.000Z" }],
    ["new", "sent", { state: "in-contact", remindAt: inThreeDays }],
    ["new", "scheduled", { state: "scheduled", remindAt: null, step: { kind: "undecided" } }],
    ["in-contact", "no-answer", { state: "in-contact", remindAt: tomorrow }],
    ["scheduled", "no-answer", { state: "in-contact", remindAt: tomorrow, step: { kind: "reminder" } }],
    ["closed", "no-answer", { state: "closed", outcome: "no", remindAt: null }],
    ["closed", "scheduled", { state: "scheduled", outcome: null }],
  ])("C2.3 %s, and then %s: note, state and next step", async (from, result, after) => {
    const { inbox, add, call } = await setUp();
    const reference = await add();
    if (from === "closed")
      await inbox.changeState(reference, { from: "new", state: "closed", outcome: "no" });
    else await inbox.changeState(reference, { from: "new", state: from as "new" });
    expect(await call(reference, { result, from })).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({
      ...after,
      notes: [{ text: expect.stringMatching(/^Telefon: /) }],
    });
  });

  test.each([
    ["no-answer", { remindAt: tomorrow, step: { kind: "reminder" } }],
    ["sent", { remindAt: null, step: { kind: "none" } }],
  ] as const)("C2.3 a client of whom nothing was due, and then %s", async (result, after) => {
    const { inbox, add, call } = await setUp();
    const reference = await add();
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    expect(await call(reference, { result, from: "closed" })).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({ state: "closed", outcome: "client", ...after });
  });

  test("C1.3 C2.3 C6.1 a client stays one when the next training is agreed, which is due today until it has its date", async () => {
    const { clock, inbox, add, call } = await setUp();
    const reference = await add();
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    expect(await call(reference, { result: "scheduled", from: "closed" })).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({
      state: "closed",
      outcome: "client",
      step: { kind: "due" },
    });
    expect((await inbox.today()).steps).toMatchObject([{ reference }]);
    expect((await inbox.stats()).ends).toMatchObject({ client: 1, open: 0 });
    // The owner knows: it has just been agreed.
    clock.advance(1_000);
    expect(await inbox.claimDueReminders()).toEqual([]);
  });

  test("C2.3 what was told twice is noted once; the words of a message are kept with it", async () => {
    const { inbox, add, call } = await setUp();
    const reference = await add();
    const contact = { id: randomUUID(), way: "sms", result: "sent", text: "Dzień dobry" } as const;
    expect(await call(reference, contact)).toBe("done");
    expect(await call(reference, contact)).toBe("unchanged");
    expect((await inbox.find(reference))?.notes).toMatchObject([{ text: "SMS: wysłane\nDzień dobry" }]);
  });

  test("C2.3 a call is not noted over a state that another device has set meanwhile", async () => {
    const { inbox, add, call } = await setUp();
    const reference = await add();
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    expect(await call(reference, {})).toBe("changed");
    expect(await inbox.find(reference)).toMatchObject({
      state: "closed",
      outcome: "client",
      notes: [],
      remindAt: null,
    });
  });

  test("C2.1 ready answers are changed, emptied and added, and keep their places", async () => {
    const { clock, inbox } = await setUp();
    const [first, second, ...others] = sampleAnswers;
    if (!first || !second) throw new Error("There are samples");
    const own = { id: randomUUID(), name: "Własna", text: "Dzień dobry." };
    await inbox.saveReadyAnswer(own);
    await inbox.saveReadyAnswer({ ...second, text: "Inne słowa." });
    await inbox.saveReadyAnswer({ ...first, text: "" });
    clock.advance(dayMs);
    await inbox.saveReadyAnswer({ ...own, name: "Moja" });
    expect(await inbox.readyAnswers()).toEqual([
      { ...first, text: "" },
      { ...second, text: "Inne słowa." },
      ...others,
      { ...own, name: "Moja" },
    ]);
    await inbox.saveReadyAnswer(first);
    expect((await inbox.readyAnswers())[0]).toEqual(first);
  });
}
