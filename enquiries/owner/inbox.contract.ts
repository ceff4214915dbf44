import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../clock.ts";
import type { Enquiry } from "../form.ts";
import { enqueueDigest } from "../quarantine.server.ts";
import type { Engine } from "../testing/engines.ts";
import { anEnquiry, createTestClock } from "../testing/fixtures.ts";
import { mailHost, openInbox } from "../testing/open-inbox.ts";
import { enquiryStates } from "./inbox.ts";
import type { EnquiryFilter } from "./queries.server.ts";

const missing = "0000-0000";

/** The owner's inbox, on both databases. */
export function inboxContract(engine: Engine): void {
  async function setUp(clock = createTestClock()) {
    let woken = 0;
    const onQueued = () => {
      woken += 1;
    };
    const { database, store, queue, inbox } = await openInbox(engine, { clock, onQueued });
    async function add(changes: Partial<Enquiry> = {}, mark: { reasons?: string[]; canary?: boolean } = {}) {
      const enquiry = { ...anEnquiry, ...changes };
      const key = randomUUID();
      const { reference } = await store.accept({ enquiry, key, reasons: [], canary: false, ...mark });
      clock.advance(1_000);
      return reference;
    }
    async function sendAll() {
      for (const message of await queue.claim(100)) await queue.settle(message, { kind: "sent" });
    }
    async function references(filter: Partial<EnquiryFilter> = {}) {
      const page = await inbox.list({ limit: 50, ...filter });
      return page?.enquiries.map(({ reference }) => reference);
    }
    return { database, clock, inbox, add, sendAll, references, woken: () => woken };
  }

  test("a summary and the details are plain objects with ISO times", async () => {
    const { inbox, add, sendAll } = await setUp();
    const reference = await add({ message: "Długa wiadomość. ".repeat(100) });
    await sendAll();
    const { message, slot: _, ...submitted } = anEnquiry;
    const facts = {
      ...submitted,
      reference,
      status: "accepted",
      reasons: [],
      phoneText: "600 100 200",
      receivedAt: "2026-11-21T07:00:00.000Z",
      state: "new",
      outcome: null,
      step: { kind: "new", at: "2026-11-21T07:00:00.000Z" },
      missedAt: null,
      handledAt: null,
      readAt: null,
      remindAt: null,
      mail: "sent",
    };
    const excerpt = "Długa wiadomość. ".repeat(100).slice(0, 200);
    expect(await inbox.list({ limit: 50 })).toEqual({ enquiries: [{ ...facts, excerpt }], next: null });
    const email = {
      status: "sent",
      attempts: 1,
      isUnknown: false,
      queuedAt: "2026-11-21T07:00:00.000Z",
      settledAt: "2026-11-21T07:00:01.000Z",
      id: expect.any(String),
      text: null,
    };
    const details = await inbox.find(reference);
    expect(details).toEqual({
      ...facts,
      message: "Długa wiadomość. ".repeat(100),
      firstContactAt: null,
      notes: [],
      emails: [
        { kind: "trainer", ...email },
        { kind: "visitor", ...email },
      ],
      appointments: [],
      opinions: [],
      others: [],
    });
    expect(JSON.parse(JSON.stringify(details))).toEqual(details);
    const { others, ...exported } = details ?? {};
    expect(others).toEqual([]);
    expect(await inbox.exportAll()).toEqual([exported]);
    expect(await inbox.find(missing)).toBeUndefined();
  });

  test("P3.1 the inbox, the quarantine and everything, by state; never the canary", async () => {
    const { inbox, add, references } = await setUp();
    const older = await add({ name: "Ala" });
    const held = await add({ name: "Robot" }, { reasons: ["powód"] });
    const canary = await add({ name: "Test formularza" }, { canary: true });
    const newer = await add({ name: "Ola" });
    await inbox.changeState(older, { from: "new", state: "scheduled" });
    expect(await references()).toEqual([newer, older]);
    expect(await references({ view: "quarantine" })).toEqual([held]);
    expect(await references({ view: "all" })).toEqual([newer, held, older]);
    expect(await references({ state: "scheduled" })).toEqual([older]);
    expect(await references({ state: "closed" })).toEqual([]);
    for (const act of [inbox.find(canary), inbox.addNote(canary, { id: "1", text: "Notatka" })])
      expect(await act).toBeUndefined();
    for (const act of [inbox.markRead(canary), inbox.markAsSpam(canary), inbox.release(canary)])
      expect(await act).toBe("missing");
  });

  test("P3.1 pages of a list that grows and shrinks meanwhile show each other enquiry once", async () => {
    const { inbox, add, database } = await setUp();
    const stored: string[] = [];
    for (let index = 0; index < 7; index += 1) stored.unshift(await add());
    const first = await inbox.list({ limit: 3 });
    await add();
    await database.db
      .deleteFrom("enquiries")
      .where("reference", "=", stored[2] ?? "")
      .execute();
    const second = await inbox.list({ limit: 3, after: first?.next ?? "" });
    const third = await inbox.list({ limit: 3, after: second?.next ?? "" });
    const seen = [first, second, third].flatMap((page) => page?.enquiries ?? []);
    expect(seen.map(({ reference }) => reference)).toEqual(stored);
    expect(third?.next).toBeNull();
    expect(await inbox.list({ limit: 3, after: "gdzieś" })).toBeUndefined();
  });

  test("P3.1 enquiries of the same millisecond appear on one page each, none twice and none missing", async () => {
    const { inbox, add, clock } = await setUp();
    const stored: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      stored.push(await add());
      clock.set(-1_000);
    }
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await inbox.list({ limit: 2, after });
      seen.push(...(page?.enquiries ?? []).map(({ reference }) => reference));
      if (!page?.next) break;
      after = page.next;
    }
    expect(seen).toEqual(stored.sort());
  });

  test("P3.1 a search finds in name, phone, e-mail, message and number, however it is typed, and nothing else", async () => {
    const { add, references } = await setUp();
    const lucja = await add({
      name: "Łucja Żółtowska-Nowak",
      phone: "+48601234567",
      email: "Lucja.Z@Poczta.example",
      message: "Chcę 100% planu_A i ćwiczeń, ok. 1000-1200 zł",
    });
    await add({ name: "Ola", phone: "+48500500500", email: null, message: "Inna sprawa", goal: "Inne" });
    const found = [
      "lucja",
      "ŁUCJA",
      "Zoltowska",
      "nowak luc",
      "601 234 567",
      "601-234-567",
      "+48 601 234",
      "0048601234567",
      "lucja.z@poczta",
      "cwicz",
      "100%",
      "planu_a",
      "1000-1200",
      lucja,
      lucja.toLowerCase().replace("-", " "),
      lucja.slice(0, 6),
    ];
    for (const search of found) expect(await references({ search }), search).toEqual([lucja]);
    for (const search of ["lucjan", "1%0", "plan_u", "\\", "' or 1=1 --", "601 234 568", "wieczorem"])
      expect(await references({ search }), search).toEqual([]);
    expect(await references({ search: "  " })).toHaveLength(2);
  });

  test.each(enquiryStates)("the database takes every state: %s", async (state) => {
    const { inbox, add } = await setUp();
    const reference = await add();
    const end = state === "closed" ? { state, outcome: "client" as const } : { state };
    await inbox.changeState(reference, { from: "new", ...end });
    expect(await inbox.find(reference)).toMatchObject(end);
  });

  test("the first contact is the first change away from new, however often it is sent, and can be taken back", async () => {
    const { inbox, add, clock } = await setUp();
    const reference = await add();
    const contactAt = new Date(clock.now()).toISOString();
    expect(await inbox.changeState(reference, { from: "new", state: "in-contact" })).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({
      state: "in-contact",
      firstContactAt: contactAt,
      readAt: contactAt,
    });
    clock.advance(hourMs);
    await inbox.changeState(reference, { from: "new", state: "in-contact" });
    await inbox.changeState(reference, { from: "in-contact", state: "closed", outcome: "no" });
    expect(await inbox.find(reference)).toMatchObject({
      state: "closed",
      firstContactAt: contactAt,
      readAt: contactAt,
    });
    await inbox.changeState(reference, { from: "closed", state: "new" });
    expect(await inbox.find(reference)).toMatchObject({ state: "new", firstContactAt: null });
    const end = { from: "new", state: "closed", outcome: "no" } as const;
    expect(await inbox.changeState(missing, end)).toBe("missing");
    const held = await add({}, { reasons: ["powód"] });
    expect(await inbox.changeState(held, end)).toBe("missing");
  });

  test("the counts show what waits for the owner", async () => {
    const { inbox, add, clock } = await setUp();
    expect(await inbox.counts()).toMatchObject({ new: 0, inQuarantine: 0, today: 0 });
    const [one, other] = [await add(), await add()];
    await add({}, { reasons: ["powód"] });
    await add({}, { canary: true });
    expect(await inbox.counts()).toMatchObject({ new: 2, inQuarantine: 1, today: 2 });
    await inbox.markRead(one);
    await inbox.setReminder(one, new Date(clock.now() + dayMs).toISOString());
    expect(await inbox.counts()).toMatchObject({ new: 2, today: 1 });
    await inbox.changeState(other, {
      from: "new",
      state: "in-contact",
      at: new Date(clock.now() + 9 * dayMs).toISOString(),
    });
    expect(await inbox.counts()).toMatchObject({ new: 1, today: 0 });
    clock.advance(dayMs);
    expect(await inbox.counts()).toMatchObject({ today: 1 });
  });

  test("read once stays read as of the first time", async () => {
    const { inbox, add, clock } = await setUp();
    const reference = await add();
    const readAt = new Date(clock.now()).toISOString();
    expect(await inbox.markRead(reference)).toBe("done");
    clock.advance(hourMs);
    expect(await inbox.markRead(reference)).toBe("done");
    expect(await inbox.find(reference)).toMatchObject({ readAt });
    expect(await inbox.markRead(missing)).toBe("missing");
  });

  test("P3.2 a note that is sent twice is stored once, and the key of another note replaces nothing", async () => {
    const { inbox, add, clock } = await setUp();
    const [reference, other] = [await add(), await add()];
    const note = await inbox.addNote(reference, { id: "klucz-1", text: " Oddzwonić " });
    expect(note).toEqual({
      id: "klucz-1",
      text: "Oddzwonić",
      createdAt: new Date(clock.now()).toISOString(),
    });
    clock.advance(minuteMs);
    expect(await inbox.addNote(reference, { id: "klucz-1", text: "Oddzwonić" })).toEqual(note);
    const later = await inbox.addNote(reference, { id: "klucz-2", text: "Umówione" });
    expect(await inbox.addNote(other, { id: "klucz-1", text: "Obca" })).toBeUndefined();
    expect((await inbox.find(reference))?.notes).toEqual([note, later]);
    expect(await inbox.removeNote(other, "klucz-1")).toBe("missing");
    expect(await inbox.removeNote(reference, "klucz-1")).toBe("done");
    expect((await inbox.find(reference))?.notes).toEqual([later]);
    expect(await inbox.addNote(missing, { id: "klucz-3", text: "Nic" })).toBeUndefined();
  });

  test("P3.3 a due reminder is claimed once with one e-mail, even by concurrent callers, and again only for another time", async () => {
    const clock = createTestClock();
    const [one, other] = [await setUp(clock), await setUp(clock)];
    const { inbox } = one;
    const due = [await one.add(), await one.add()].sort();
    const later = await one.add();
    const soon = new Date(clock.now() + minuteMs).toISOString();
    for (const reference of due) await inbox.setReminder(reference, soon);
    await inbox.setReminder(later, new Date(clock.now() + dayMs).toISOString());
    expect(await inbox.claimDueReminders()).toEqual([]);
    clock.advance(minuteMs);
    const claims = await Promise.all([one, other, one, other].map((each) => each.inbox.claimDueReminders()));
    expect(claims.flat().sort()).toEqual(due);
    const reminders = await one.database.db
      .selectFrom("outbox")
      .select(["reference", "status"])
      .where("kind", "=", "reminder")
      .orderBy("reference")
      .execute();
    expect(reminders).toEqual(due.map((reference) => ({ reference, status: "waiting" })));
    expect(one.woken() + other.woken()).toBeGreaterThan(0);

    const [again = "", cleared = ""] = due;
    await inbox.setReminder(again, soon);
    expect(await inbox.claimDueReminders()).toEqual([]);
    await inbox.setReminder(again, new Date(clock.now() + hourMs).toISOString());
    await inbox.setReminder(cleared, null);
    clock.advance(hourMs);
    expect(await inbox.claimDueReminders()).toEqual([again]);
    expect(await inbox.find(cleared)).toMatchObject({ remindAt: null });
    expect(await inbox.setReminder(missing, soon)).toBe("missing");
  });

  test("T24 P3.3 a reminder that a clock far ahead has sent too early comes again on its day, once", async () => {
    const { inbox, add, clock } = await setUp();
    const reference = await add();
    await inbox.setReminder(reference, new Date(clock.now() + dayMs).toISOString());
    clock.advance(30 * dayMs);
    expect(await inbox.claimDueReminders()).toEqual([reference]);
    clock.advance(-30 * dayMs);
    expect(await inbox.claimDueReminders()).toEqual([]);
    clock.advance(dayMs);
    expect(await inbox.claimDueReminders()).toEqual([reference]);
    clock.advance(-minuteMs / 2);
    expect(await inbox.claimDueReminders()).toEqual([]);
    clock.advance(30 * dayMs);
    expect(await inbox.claimDueReminders()).toEqual([]);
  });

  test("a released enquiry is sent and wakes the outbox, and a second release changes nothing", async () => {
    const { inbox, add, woken } = await setUp();
    const held = await add({}, { reasons: ["powód"] });
    expect(await inbox.release(held)).toBe("done");
    expect(woken()).toBe(1);
    expect(await inbox.release(held)).toBe("unchanged");
    expect(woken()).toBe(1);
    expect(await inbox.find(held)).toMatchObject({ status: "accepted", emails: [{}, {}] });
    expect(await inbox.release(missing)).toBe("missing");
  });

  test("an enquiry marked as spam leaves inbox and counts, its waiting e-mails are dropped, and no digest lists it", async () => {
    const { database, clock, inbox, add, references } = await setUp();
    const reference = await add();
    await inbox.setReminder(reference, new Date(clock.now()).toISOString());
    expect(await inbox.markAsSpam(reference)).toBe("done");
    expect(await inbox.markAsSpam(reference)).toBe("unchanged");
    expect(await references()).toEqual([]);
    expect(await inbox.counts()).toMatchObject({ new: 0, inQuarantine: 0, today: 0 });
    expect(await inbox.find(reference)).toMatchObject({
      status: "quarantined",
      reasons: ["oznaczone ręcznie jako spam"],
      firstContactAt: null,
      emails: [],
    });
    expect(await inbox.claimDueReminders()).toEqual([]);
    await database.db
      .transaction()
      .execute((transaction) => enqueueDigest(transaction, { mailHost, now: clock.now() }));
    expect(await database.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
  });

  test("a quarantined enquiry that is marked as spam keeps its reasons and is closed", async () => {
    const { inbox, add } = await setUp();
    const held = await add({}, { reasons: ["odnośniki w wiadomości: 4"] });
    await inbox.markAsSpam(held);
    expect(await inbox.find(held)).toMatchObject({ reasons: ["odnośniki w wiadomości: 4"], state: "closed" });
    expect((await inbox.counts()).inQuarantine).toBe(0);
    expect((await inbox.stats()).inQuarantine).toBe(0);
  });

  test("an enquiry wrongly marked as spam comes back as new, and nobody gets an e-mail twice", async () => {
    const { inbox, add, sendAll } = await setUp();
    const sent = await add();
    await sendAll();
    const unsent = await add({ email: "ola@poczta.example" });
    for (const reference of [sent, unsent]) {
      await inbox.markAsSpam(reference);
      expect(await inbox.release(reference)).toBe("done");
      expect(await inbox.find(reference)).toMatchObject({ status: "accepted", state: "new" });
    }
    expect((await inbox.find(sent))?.emails.map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect((await inbox.find(unsent))?.emails.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
  });

  test.each([
    { state: "closed", outcome: "client" },
    { state: "in-contact", outcome: null },
  ] as const)(
    "P3.2 who was wrongly marked as spam comes back as before: $state, $outcome",
    async (before) => {
      const { inbox, add, clock } = await setUp();
      const reference = await add();
      await inbox.changeState(
        reference,
        before.outcome ? { from: "new", ...before } : { from: "new", state: "in-contact" },
      );
      const remindAt = new Date(clock.now() + 30 * dayMs).toISOString();
      await inbox.setReminder(reference, remindAt);
      await inbox.markAsSpam(reference);
      expect(await inbox.release(reference)).toBe("done");
      expect(await inbox.find(reference)).toMatchObject({ status: "accepted", remindAt, ...before });
    },
  );

  test("P3.2 resending wakes the outbox, and a double tap sends one e-mail", async () => {
    const { inbox, add, sendAll, clock, woken } = await setUp();
    const reference = await add({ email: null });
    await sendAll();
    expect(await inbox.resend(reference)).toBe(1);
    expect(woken()).toBe(1);
    expect(await inbox.resend(reference)).toBe(1);
    await sendAll();
    expect(await inbox.resend(reference)).toBe(0);
    expect((await inbox.find(reference))?.emails).toHaveLength(2);
    clock.advance(2 * minuteMs);
    expect(await inbox.resend(reference)).toBe(1);
    expect((await inbox.find(reference))?.emails).toHaveLength(3);
  });

  test("P3.2 of two requests to resend at the same moment one sends", async () => {
    const { inbox, add, sendAll } = await setUp();
    const reference = await add({ email: null });
    await sendAll();
    const resend = () => inbox.resend(reference);
    expect((await Promise.all([resend(), resend()])).sort()).toEqual([1, 1]);
    await sendAll();
    expect((await inbox.find(reference))?.emails).toHaveLength(2);
  });

  test("P3.2 resending to the owner sends visitors nothing", async () => {
    const { database, inbox, add } = await setUp();
    const reference = await add();
    await database.db.updateTable("outbox").set({ status: "dead" }).execute();
    expect(await inbox.resend(reference)).toBe(1);
    const waiting = database.db.selectFrom("outbox").select("kind").where("status", "=", "waiting");
    expect(await waiting.execute()).toEqual([{ kind: "trainer" }]);
  });

  test("P8.3 an e-mail that a restore gave up is told apart from a refused one", async () => {
    const { database, inbox, add } = await setUp();
    const reference = await add();
    const unknown = async () => (await inbox.find(reference))?.emails.map(({ isUnknown }) => isUnknown);
    await database.db.updateTable("outbox").set({ status: "dead", last_fault: "refused 550" }).execute();
    expect(await unknown()).toEqual([false, false]);
    await database.db.updateTable("outbox").set({ last_fault: "restored" }).execute();
    expect(await unknown()).toEqual([true, true]);
  });

  test("P3.4 erasing a person reaches notes, reminders and e-mails", async () => {
    const { database, inbox, add } = await setUp();
    const reference = await add();
    await inbox.addNote(reference, { id: "1", text: "Notatka o tej osobie" });
    await inbox.setReminder(reference, "2026-12-01T08:00:00.000Z");
    const person = { email: anEnquiry.email ?? "" };
    expect((await inbox.findPerson(person)).exact).toMatchObject([{ reference }]);
    expect(await inbox.erase(person, { related: false })).toMatchObject({ erased: 1, left: [] });
    for (const table of ["enquiries", "notes", "outbox"] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await inbox.erase(person, { related: false })).toMatchObject({ erased: 0 });
  });

  test("an enquiry that was read is purged on its day even if its e-mail was never sent", async () => {
    const { inbox, add, clock, references } = await setUp();
    const [read, unread] = [await add(), await add()];
    await inbox.markRead(read);
    clock.advance(366 * dayMs);
    expect(await inbox.purge(365)).toBe(1);
    expect(await references()).toEqual([unread]);
  });

  test("P3.4 the numbers: a year of weeks as Poland counts them, goals, and the median time to the first contact", async () => {
    const clock = createTestClock(Date.UTC(2026, 2, 22, 22, 59));
    const { inbox, add, sendAll } = await setUp(clock);
    await add({ goal: "Trening" });
    clock.set(minuteMs);
    const answerTimes = [10, 30, 500, 90];
    for (const [index, minutes] of answerTimes.entries()) {
      const before = clock.now();
      const reference = await add({ goal: index === 0 ? null : "Plan" });
      clock.set(before + minutes * minuteMs - clock.now());
      await inbox.changeState(reference, { from: "new", state: "in-contact" });
      clock.set(before - clock.now());
    }
    await add({}, { reasons: ["powód"] });
    await sendAll();
    const stats = await inbox.stats();
    expect(stats).toMatchObject({
      enquiries: 5,
      inQuarantine: 1,
      lastSevenDays: 5,
      emails: { sent: 10, waiting: 0, dead: 0 },
      goals: [
        { goal: "Plan", enquiries: 3 },
        { goal: "Trening", enquiries: 1 },
        { goal: null, enquiries: 1 },
      ],
      medianMinutesToFirstContact: 60,
    });
    expect(stats.weeks).toHaveLength(53);
    expect(stats.weeks.slice(-2)).toEqual([
      { week: "2026-03-16", enquiries: 1 },
      { week: "2026-03-23", enquiries: 4 },
    ]);
    expect(stats.weeks[0]).toEqual({ week: "2025-03-24", enquiries: 0 });
    // On a Sunday the year of weeks began more than 365 days ago; every number is of the same people.
    clock.set(Date.UTC(2027, 2, 28, 12) - clock.now());
    const later = await inbox.stats();
    expect(later.weeks[0]).toEqual({ week: "2026-03-23", enquiries: 4 });
    expect([later.funnels.year.wrote, later.ends.open]).toEqual([4, 4]);
    clock.set(400 * dayMs);
    expect(await inbox.stats()).toMatchObject({ enquiries: 5, goals: [], medianMinutesToFirstContact: null });
  });
}
