import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../clock.ts";
import { polishDay } from "../polish-time.ts";
import { isPostgres } from "../storage/database.server.ts";
import type { Engine } from "../testing/engines.ts";
import { anEnquiry, createTestClock } from "../testing/fixtures.ts";
import { openInbox } from "../testing/open-inbox.ts";
import { type EnquiryState, enquiryStates, type Outcome, outcomes, type StateTarget } from "./inbox.ts";

type Was = NonNullable<StateTarget["was"]>;

/** "Dziś", on both databases. */
export function todayContract(engine: Engine): void {
  async function setUp(clock = createTestClock()) {
    const { database, store, queue, inbox } = await openInbox(engine, { clock });
    const add = async (name: string, reasons: string[] = []) => {
      const enquiry = { ...anEnquiry, name };
      return (await store.accept({ enquiry, key: randomUUID(), reasons, canary: false })).reference;
    };
    /** The mail server takes the trainer's e-mails and refuses those of visitors for good. */
    const refuseVisitors = () => refuse("visitor");
    async function refuse(kind: "visitor" | "trainer") {
      for (const message of await queue.claim(100))
        await queue.settle(
          message,
          message.kind === kind ? { kind: "refused", codes: "550" } : { kind: "sent" },
        );
    }
    const inDays = (days: number) => new Date(clock.now() + days * dayMs).toISOString();
    const book = async (name: string, state: "booked" | "wish", startsAt: number, of?: string) => {
      const reference = of ?? (await add(name));
      const row = {
        id: `${name} ${state}`,
        reference,
        kind: "talk",
        state,
        local_start: "",
        minutes: 30,
        sequence: 0,
      } as const;
      const times = { starts_at: startsAt, ends_at: startsAt + 30 * minuteMs };
      const dates = { created_at: clock.now(), changed_at: clock.now() };
      await database.db
        .insertInto("appointments")
        .values({ ...row, ...times, ...dates })
        .execute();
      return reference;
    };
    /** The names in each place of the screen. */
    async function screen() {
      const { steps, next } = await inbox.today();
      return { steps: steps.map(({ name, step }) => `${step.kind} ${name}`), next: next?.name ?? null };
    }
    return { database, clock, inbox, add, book, refuse, refuseVisitors, inDays, screen };
  }

  test("C1.1 random events on 50 enquiries, the clock moved forward: each open one has a date or stands in “Dziś”", async () => {
    const { database, clock, inbox, add, refuseVisitors, inDays } = await setUp();
    const references: string[] = [];
    for (let index = 0; index < 50; index += 1) references.push(await add(`Osoba ${index}`));
    const anEvent = fc.record({
      who: fc.constantFrom(...references),
      what: fc.constantFrom("state", "reminder", "no reminder", "spam", "release", "note", "mail", "resend"),
      state: fc.constantFrom(...enquiryStates),
      outcome: fc.constantFrom(...outcomes),
      days: fc.integer({ min: -3, max: 20 }),
      dates: fc.boolean(),
      missed: fc.boolean(),
    });
    // What PostgreSQL does in another way than SQLite, each kind of event does early.
    const events = fc.sample(anEvent, { numRuns: isPostgres(database.db) ? 200 : 400, seed: 27 });
    for (const [index, { who, what, state, outcome, days, dates, missed }] of events.entries()) {
      const target: StateTarget = state === "closed" ? { state, outcome } : { state, missed };
      const at = dates ? inDays(days) : undefined;
      if (what === "state") {
        const from = (await inbox.find(who))?.state ?? "new";
        await inbox.changeState(who, { from, ...target, ...(at && { at }) });
      }
      if (what === "reminder") await inbox.setReminder(who, inDays(days));
      if (what === "no reminder") await inbox.setReminder(who, null);
      if (what === "spam") await inbox.markAsSpam(who);
      if (what === "release") await inbox.release(who);
      if (what === "note") await inbox.addNote(who, { id: `klucz-${index}`, text: "Notatka" });
      if (what === "mail") await refuseVisitors();
      if (what === "resend") await inbox.resend(who);
      clock.advance(index % 7 === 0 ? 9 * hourMs : 5 * minuteMs);
      if (index % 20 === 0) await expectOnePlaceEach();
    }
    clock.advance(3 * dayMs);
    await expectOnePlaceEach();
    clock.advance(60 * dayMs);
    await expectOnePlaceEach();

    /** Says what is open and dated by itself, without the code that is tested. */
    async function expectOnePlaceEach() {
      const { steps } = await inbox.today();
      const atPlace = steps.filter(({ step }) => step.kind !== "appointment");
      const listed = new Set(atPlace.map(({ reference }) => reference));
      const all = await inbox.exportAll();
      expect(all).toHaveLength(50);
      let open = 0;
      for (const { reference, status, state, remindAt, step } of all) {
        const isDated = step.kind === "reminder" || step.kind === "appointment";
        if (isDated) expect(remindAt && Date.parse(remindAt)).toBeGreaterThan(clock.now());
        if (status === "quarantined") expect([isDated, listed.has(reference)]).toEqual([false, false]);
        else if (state !== "closed" || remindAt !== null) {
          open += 1;
          expect(isDated, reference).toBe(!listed.has(reference));
        } else expect(isDated).toBe(false);
      }
      expect(open).toBeGreaterThan(10);
    }
  });

  test("C1.2 meetings by the hour, new ones, due steps, what is over, what failed; then what comes next", async () => {
    const { clock, inbox, add, refuseVisitors, inDays, screen } = await setUp();
    const failed = await add("Bez e-maila");
    await inbox.changeState(failed, { from: "new", state: "in-contact", at: inDays(5) });
    clock.advance(minuteMs);
    await refuseVisitors();
    await add("Nowa starsza");
    clock.advance(minuteMs);
    await add("Nowa");
    await add("Robot", ["powód"]);
    for (const [name, hours] of [
      ["Wieczorem", 9],
      ["W południe", 4],
      ["Rano", -1],
    ] as const) {
      const at = inDays(hours / 24);
      await inbox.changeState(await add(name), { from: "new", state: "scheduled", at });
    }
    const at = inDays(0);
    await inbox.changeState(await add("Na dziś"), { from: "new", state: "in-contact", at });
    await inbox.changeState(await add("Bez terminu"), { from: "new", state: "in-contact" });
    await inbox.changeState(await add("Jutro"), { from: "new", state: "in-contact", at: inDays(1) });
    const end = { from: "new", state: "closed", outcome: "no" } as const;
    await inbox.changeState(await add("Skończone"), end);
    expect(await screen()).toEqual({
      steps: [
        "appointment W południe",
        "appointment Wieczorem",
        "new Nowa starsza",
        "new Nowa",
        "due Na dziś",
        "outcome Rano",
        "failed Bez e-maila",
        "undecided Bez terminu",
      ],
      next: "Jutro",
    });
    expect(await inbox.countToday()).toEqual({ meetings: 3, answers: 5, listed: 6 });
    expect((await inbox.counts()).today).toBe(6);
    await inbox.changeState(failed, { from: "in-contact", state: "in-contact" });
    expect((await screen()).steps).not.toContain("failed Bez e-maila");
  });

  test("C1.2 what waits is counted whole, and fifty are shown", async () => {
    const { inbox, add } = await setUp();
    for (let index = 0; index < 60; index += 1) await add(`Osoba ${index}`);
    const { steps, count } = await inbox.today();
    expect([steps.length, count]).toEqual([50, 60]);
  });

  test("C1.1 a booked date is a date, is asked about once it is over, and a wish stands in “Dziś” until it is decided; “Cofnij” brings both back", async () => {
    const { database, clock, inbox, book, screen } = await setUp();
    const tomorrow = clock.now() + dayMs;
    const ala = await book("Ala", "booked", tomorrow);
    const before = await inbox.revision();
    const ola = await book("Ola", "wish", tomorrow + hourMs);
    const both = await inbox.revision();
    expect(both).not.toBe(before);
    // By a clock that was set back.
    const changed_at = clock.now() - hourMs;
    await database.db.updateTable("appointments").set({ changed_at }).where("reference", "=", ala).execute();
    expect(await inbox.revision()).not.toBe(both);
    expect(await screen()).toEqual({ steps: ["wish Ola"], next: "Ala" });
    clock.advance(minuteMs);
    /** What “Cofnij” sends. */
    const undo = (reference: string, from: EnquiryState, was: Was, held = {}) =>
      inbox.changeState(reference, { from, state: "new", at: null, ...held, was });
    const done = { from: "new", state: "in-contact", at: new Date(tomorrow + dayMs).toISOString() } as const;
    await inbox.changeState(ola, done);
    expect((await screen()).steps).toEqual([]);
    await undo(ola, "in-contact", { handledAt: null, missedAt: null });
    expect((await screen()).steps).toEqual(["wish Ola"]);
    await inbox.changeState(ola, done);
    clock.advance(dayMs - 2 * minuteMs);
    expect((await screen()).steps).toEqual(["appointment Ala"]);
    clock.advance(hourMs);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    const client = { from: "new", state: "closed", outcome: "client", held: true } as const;
    for (const missedAt of [null, new Date(tomorrow - hourMs).toISOString()]) {
      await inbox.changeState(ala, client);
      expect(await inbox.find(ala)).toMatchObject({ appointments: [{ isHeld: true }] });
      expect((await screen()).steps).toEqual([]);
      clock.advance(minuteMs);
      const was = { handledAt: new Date(clock.now() - dayMs).toISOString(), missedAt };
      await undo(ala, "closed", was, { held: false });
      expect(await inbox.find(ala)).toMatchObject({ ...was, appointments: [{ isHeld: false }] });
      expect((await screen()).steps).toEqual(["outcome Ala"]);
    }
    const { handledAt, missedAt } = (await inbox.find(ala)) ?? { handledAt: null, missedAt: null };
    await inbox.changeState(ala, client);
    expect(await inbox.find(ala)).toMatchObject({ appointments: [{ isHeld: true }] });
    // Another device has set a reminder meanwhile.
    clock.advance(minuteMs);
    await inbox.setReminder(ala, new Date(clock.now() + dayMs).toISOString());
    await undo(ala, "closed", { handledAt, missedAt }, { held: false });
    expect(await inbox.find(ala)).toMatchObject({ appointments: [{ isHeld: false }] });
  });

  test("C1.2 a meeting that is over is asked about until its outcome is told, also after a call, an e-mail or a reminder", async () => {
    const { clock, inbox, book, inDays, screen } = await setUp();
    const tomorrow = clock.now() + dayMs;
    const [called, written, reminded] = [
      await book("Ala", "booked", tomorrow),
      await book("Ola", "booked", tomorrow + hourMs),
      await book("Ela", "booked", tomorrow + 2 * hourMs),
    ];
    clock.advance(dayMs + 4 * hourMs);
    const call = { id: "call", way: "call", result: "no-answer", from: "new" } as const;
    expect(await inbox.noteContact(called, call)).toBe("done");
    expect(await inbox.answer(written, { id: "mail", text: "Dziękuję za rozmowę." })).toBe("done");
    expect(await inbox.setReminder(reminded, inDays(7))).toBe("done");
    expect((await screen()).steps).toEqual(["outcome Ala", "outcome Ola", "outcome Ela"]);
    for (const reference of [called, written, reminded]) {
      const from = (await inbox.find(reference))?.state ?? "new";
      await inbox.changeState(reference, { from, state: "in-contact", at: inDays(3), held: true });
      expect(await inbox.find(reference)).toMatchObject({ appointments: [{ isHeld: true }] });
    }
    expect((await screen()).steps).toEqual([]);
  });

  test("C1.2 today's meeting stands with its hour although nobody has told how an earlier one went, which is asked afterwards", async () => {
    const { clock, inbox, book, screen } = await setUp();
    const first = clock.now() + dayMs;
    const reference = await book("Ala", "booked", first);
    await inbox.changeState(reference, { from: "new", state: "scheduled" });
    clock.advance(dayMs + hourMs);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    // What a call leads to depends on it.
    const isDated = async () => (await inbox.today()).steps.map((step) => step.isDated);
    expect(await isDated()).toEqual([false]);
    const second = clock.now() + 2 * dayMs;
    await book("Ala again", "booked", second, reference);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    expect(await isDated()).toEqual([true]);
    clock.advance(2 * dayMs - 3 * hourMs);
    expect((await screen()).steps).toEqual(["appointment Ala"]);
    expect(await inbox.find(reference)).toMatchObject({ step: { at: new Date(second).toISOString() } });
    expect(await inbox.countToday()).toEqual({ meetings: 1, answers: 0, listed: 0 });
    clock.advance(4 * hourMs);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    expect(await inbox.find(reference)).toMatchObject({ step: { at: new Date(first).toISOString() } });
  });

  test("C1.2 C1.3 each of two meetings that are over is told of by itself, and a client's missed one takes nothing from the one before", async () => {
    const { database, clock, inbox, book, screen } = await setUp();
    const first = clock.now() + dayMs;
    const reference = await book("Ala", "booked", first);
    await book("Ala again", "booked", first + dayMs, reference);
    const inOrder = async () => {
      const { appointments = [] } = (await inbox.find(reference)) ?? {};
      return appointments.toSorted((one, other) => one.startsAt - other.startsAt);
    };
    const isHeld = async () => (await inOrder()).map((one) => one.isHeld);
    const isMissed = async () => (await inOrder()).map((one) => one.isMissed);
    const meetingAt = (ms: number) => ({ meeting: new Date(ms).toISOString() });
    clock.advance(3 * dayMs);
    const client = { from: "new", state: "closed", outcome: "client", held: true } as const;
    const told = { ...client, ...meetingAt(first) };
    expect([await inbox.changeState(reference, told), await inbox.changeState(reference, told)]).toEqual([
      "done",
      "done",
    ]);
    expect(await isHeld()).toEqual([true, false]);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    const was = { handledAt: new Date(first + 30 * minuteMs).toISOString(), missedAt: null };
    const missed = { ...client, from: "closed", held: undefined, missed: true } as const;
    await inbox.changeState(reference, { ...missed, ...meetingAt(first + dayMs) });
    expect(await isHeld()).toEqual([true, false]);
    expect(await isMissed()).toEqual([false, true]);
    // One of the same time that was cancelled before, and one that is only asked for.
    const ofMissed = database.db.updateTable("appointments").where("starts_at", "=", first + dayMs);
    for (const state of ["cancelled", "asked", "booked"] as const) {
      await ofMissed.set({ state }).execute();
      expect(await isMissed()).toEqual([false, state === "booked"]);
    }
    expect((await screen()).steps).toEqual([]);
    // What “Cofnij” sends, twice.
    for (const held of [false, false]) {
      await inbox.changeState(reference, { ...client, from: "closed", held, was });
      expect(await isHeld()).toEqual([true, false]);
    }
    expect(await isMissed()).toEqual([false, false]);
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    await inbox.changeState(reference, { ...client, from: "closed", ...meetingAt(first + dayMs) });
    expect(await isHeld()).toEqual([true, true]);
    expect((await screen()).steps).toEqual([]);
  });

  test("C1.2 the stage “umówione” does not tell how a meeting went", async () => {
    const { clock, inbox, book, screen } = await setUp();
    const reference = await book("Ala", "booked", clock.now() + dayMs);
    clock.advance(2 * dayMs);
    await inbox.changeState(reference, { from: "new", state: "scheduled" });
    expect((await screen()).steps).toEqual(["outcome Ala"]);
    await inbox.changeState(reference, { from: "scheduled", state: "in-contact" });
    expect((await screen()).steps).toEqual(["undecided Ala"]);
  });

  test("C1.1 a wish no longer stands in “Dziś” once another date has been agreed with the person", async () => {
    const { clock, inbox, book, screen } = await setUp();
    const tomorrow = clock.now() + dayMs;
    const reference = await book("Ala", "wish", tomorrow);
    expect((await screen()).steps).toEqual(["wish Ala"]);
    clock.advance(minuteMs);
    await book("Ala", "booked", tomorrow + dayMs, reference);
    expect(await screen()).toEqual({ steps: [], next: "Ala" });
    clock.advance(2 * dayMs - hourMs);
    expect((await inbox.today()).steps).toMatchObject([{ name: "Ala", wish: null }]);
  });

  test("C1.2 today's meeting stands with its hour while the same person asks for another date, which waits until it is over", async () => {
    const { clock, inbox, book, screen } = await setUp();
    const reference = await book("Ala", "booked", clock.now() + hourMs);
    await book("Ala", "wish", clock.now() + 7 * dayMs, reference);
    expect((await screen()).steps).toEqual(["appointment Ala"]);
    expect((await inbox.today()).steps).toMatchObject([{ wish: { id: "Ala wish" } }]);
    expect(await inbox.countToday()).toEqual({ meetings: 1, answers: 1, listed: 1 });
    clock.advance(2 * hourMs);
    expect((await screen()).steps).toEqual(["wish Ala"]);
  });

  test("P8.1 an enquiry whose e-mail the trainer's mailbox refuses is marked, as the remedy says", async () => {
    const { inbox, add, refuse } = await setUp();
    await add("Ala");
    await refuse("trainer");
    expect((await inbox.list({ limit: 50 }))?.enquiries).toMatchObject([{ name: "Ala", mail: "dead" }]);
  });

  test("C1.2 two meetings with one person on one day are both shown", async () => {
    const { clock, inbox, book } = await setUp();
    const reference = await book("Ala", "booked", clock.now() + hourMs);
    await book("Ala later", "booked", clock.now() + 2 * hourMs, reference);
    await book("Ala next", "booked", clock.now() + 2 * dayMs, reference);
    expect((await inbox.today()).steps).toMatchObject([
      { step: { kind: "appointment" }, others: [{ id: "Ala later booked", state: "booked" }] },
    ]);
    clock.advance(1.6 * hourMs);
    expect((await inbox.today()).steps).toMatchObject([{ others: [] }]);
  });

  test("C1.3 closing keeps the outcome; “nie teraz” comes back on its day, and asking again opens it", async () => {
    const { clock, inbox, add, inDays, screen } = await setUp();
    const reference = await add("Ala");
    await inbox.setReminder(reference, inDays(1));
    const end = (outcome: Outcome, at?: string) =>
      inbox.changeState(reference, { from: "new", state: "closed", outcome, ...(at && { at }) });
    expect(await end("not-now", inDays(30))).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({ outcome: "not-now", step: { kind: "reminder" } });
    clock.advance(hourMs);
    expect(await end("not-now")).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({ remindAt: null, step: { kind: "none" } });
    await inbox.setReminder(reference, inDays(2));
    clock.advance(2 * dayMs);
    expect((await screen()).steps).toEqual(["due Ala"]);
    await inbox.changeState(reference, { from: "closed", state: "in-contact", at: inDays(3) });
    expect(await inbox.find(reference)).toMatchObject({ outcome: null, step: { kind: "reminder" } });
  });

  test("C1.3 who did not come is told apart, found by a filter, counted, and gets a next step", async () => {
    const { clock, inbox, add, inDays } = await setUp();
    const reference = await add("Ala");
    await inbox.changeState(reference, { from: "new", state: "scheduled", at: inDays(1) });
    await add("Inna");
    clock.advance(dayMs + hourMs);
    const missed = { from: "scheduled", state: "in-contact", at: inDays(1), missed: true } as const;
    expect([await inbox.changeState(reference, missed), await inbox.changeState(reference, missed)]).toEqual([
      "done",
      "done",
    ]);
    expect(await inbox.find(reference)).toMatchObject({
      missedAt: new Date(clock.now()).toISOString(),
      step: { kind: "reminder" },
    });
    const found = await inbox.list({ view: "missed", limit: 50 });
    expect(found?.enquiries.map((one) => one.reference)).toEqual([reference]);
    expect((await inbox.stats()).ends).toMatchObject({ missed: 1, open: 2 });
  });

  test("C1.3 filters by outcome and by a date to come; the numbers tell how many became clients", async () => {
    const { database, clock, inbox, add, inDays } = await setUp();
    for (const outcome of [...outcomes, "client"] as const)
      await inbox.changeState(await add(outcome), { from: "new", state: "closed", outcome });
    await inbox.changeState(await add("dated"), { from: "new", state: "in-contact", at: inDays(3) });
    const names = async (filter: object) =>
      (await inbox.list({ limit: 50, ...filter }))?.enquiries.map(({ name }) => name);
    expect(await names({ outcome: "client" })).toEqual(["client", "client"]);
    expect(await names({ outcome: "not-now" })).toEqual(["not-now"]);
    async function meet(name: string, state: "booked" | "cancelled", days: number) {
      const starts_at = clock.now() + days * dayMs;
      const times = { starts_at, ends_at: starts_at + hourMs, created_at: 0, changed_at: 0 };
      const place = { kind: "talk", local_start: "2026-12-01T17:30", minutes: 60, sequence: 0 } as const;
      const row = { id: name, reference: await add(name), state, ...place, ...times };
      await database.db.insertInto("appointments").values(row).execute();
    }
    await meet("booked", "booked", 3);
    await meet("cancelled", "cancelled", 4);
    await meet("over", "booked", -3);
    expect((await names({ view: "dated" }))?.sort()).toEqual(["booked", "dated"]);
    // Whoever has a date in the list, until the owner has said how it went.
    expect((await names({ state: "scheduled" }))?.sort()).toEqual(["booked", "over"]);
    const [over] = (await inbox.list({ limit: 50, search: "over" }))?.enquiries ?? [];
    await inbox.changeState(over?.reference ?? "", { from: "new", state: "in-contact" });
    expect(await names({ state: "scheduled" })).toEqual(["booked"]);
    const stats = await inbox.stats();
    expect(stats.ends).toMatchObject({ client: 2, "not-now": 1, no: 1, missed: 0 });
  });

  test("C1.3 a state changed on two devices: the later one is refused, a repeat of the same is not", async () => {
    const { inbox, add } = await setUp();
    const reference = await add("Ala");
    const client = { from: "new", state: "closed", outcome: "client" } as const;
    const done = { from: "new", state: "in-contact" } as const;
    const both = await Promise.all([
      inbox.changeState(reference, client),
      inbox.changeState(reference, done),
    ]);
    expect(both.sort()).toEqual(["changed", "done"]);
    const { state = "new" } = (await inbox.find(reference)) ?? {};
    expect(await inbox.changeState(reference, state === "closed" ? client : done)).toBe("done");
    expect(await inbox.changeState(reference, { ...client, outcome: "no" })).toBe("changed");
    expect(await inbox.find(reference)).toMatchObject({ state });
  });

  test("C1.4 every change of an enquiry, a note or an e-mail changes the revision, in any process; reading does not", async () => {
    const { inbox, add, refuseVisitors, inDays } = await setUp();
    const elsewhere = (await setUp()).inbox;
    let before = await elsewhere.revision();
    async function expectChange(what: string) {
      const after = await elsewhere.revision();
      expect(after, what).not.toBe(before);
      before = after;
    }
    const reference = await add("Ala");
    await expectChange("a new enquiry");
    await refuseVisitors();
    await expectChange("its e-mails");
    for (const [what, act] of Object.entries({
      read: () => inbox.markRead(reference),
      state: () => inbox.changeState(reference, { from: "new", state: "in-contact" }),
      reminder: () => inbox.setReminder(reference, inDays(0.001)),
      note: () => inbox.addNote(reference, { id: "klucz-1", text: "Notatka" }),
      "note removed": () => inbox.removeNote(reference, "klucz-1"),
      spam: () => inbox.markAsSpam(reference),
      release: () => inbox.release(reference),
      erased: () => inbox.erase({ email: anEnquiry.email ?? "" }, { related: false }),
    })) {
      await act();
      await expectChange(what);
    }
    await Promise.all([inbox.today(), inbox.counts(), inbox.list({ limit: 50 }), inbox.stats()]);
    expect(await elsewhere.revision()).toBe(before);
  });

  test("a step that is taken back reminds nobody a second time", async () => {
    const { clock, inbox, add, inDays } = await setUp();
    const reference = await add("Ala");
    await inbox.changeState(reference, { from: "new", state: "in-contact", at: inDays(-1) });
    expect(await inbox.claimDueReminders()).toEqual([]);
    await inbox.setReminder(reference, inDays(0.5));
    clock.advance(dayMs);
    expect(await inbox.claimDueReminders()).toEqual([reference]);
    expect(polishDay(clock.now())).toBe("2026-11-22");
  });
}
