import { expect, test } from "vitest";
import { DateTaken } from "../enquiries/booking.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../enquiries/clock.ts";
import { createHealth } from "../enquiries/health.server.ts";
import { createJobs } from "../enquiries/jobs.server.ts";
import { contextOf } from "../enquiries/mail/emails.server.ts";
import { createQueue } from "../enquiries/mail/queue.server.ts";
import { createHandling } from "../enquiries/owner/handling.server.ts";
import { countToday } from "../enquiries/owner/next-step.server.ts";
import { readRevision } from "../enquiries/owner/queries.server.ts";
import { readStats } from "../enquiries/owner/stats.server.ts";
import { readToday } from "../enquiries/owner/today.server.ts";
import { purge } from "../enquiries/retention.server.ts";
import { findEnquiryRow, isOverlap } from "../enquiries/storage/database.server.ts";
import { hashByOwner } from "../enquiries/store.server.ts";
import type { Engine } from "../enquiries/testing/engines.ts";
import { createTestClock, createTestLog, site } from "../enquiries/testing/fixtures.ts";
import { openAppointments, pattern, thursday, tuesday, wednesday } from "./testing/open-appointments.ts";

const context = contextOf(site, { mailFrom: undefined, mailTo: undefined });

/** Who waited too long for a connection, because the machine is busy, has stored nothing and asks again. */
async function askUntilAnswered(site: Awaited<ReturnType<typeof openAppointments>>) {
  for (;;) {
    const answer = await site.ask(tuesday).catch((error: Error) => error);
    if (!(answer instanceof Error)) return answer;
    if (!/timeout/i.test(answer.message)) throw answer;
  }
}

/** Dates that are given and taken back, on both databases. */
export function bookingsContract(engine: Engine): void {
  test("C3.3 a talk is booked at once, with its enquiry and the e-mails to both", async () => {
    const { ask, rows, ids, outbox } = await openAppointments(engine);
    const { reference } = await ask(tuesday);
    expect(await rows()).toMatchObject([
      { reference, state: "booked", kind: "talk", local_start: "2026-12-01T17:30", minutes: 30, sequence: 0 },
    ]);
    expect(await ids()).not.toContain(tuesday);
    expect((await outbox()).map(({ kind }) => kind)).toEqual(["booking", "trainer"]);
  });

  test("C3.2 a date that somebody else has is refused, and nothing is stored", async () => {
    const { ask, rows, db } = await openAppointments(engine);
    await ask(tuesday);
    await expect(ask(tuesday)).rejects.toBeInstanceOf(DateTaken);
    await expect(ask("2026-12-01-1731-talk")).rejects.toBeInstanceOf(DateTaken);
    expect(await rows()).toHaveLength(1);
    expect(await db.selectFrom("enquiries").selectAll().execute()).toHaveLength(1);
  });

  test("C3.4 fifty at once over two connections: one has the date, 49 are refused and leave nothing", async () => {
    const pair = [await openAppointments(engine), await openAppointments(engine)] as const;
    const ends = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => askUntilAnswered(pair[index % 2 ? 0 : 1])),
    );
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused).toHaveLength(49);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DateTaken);
    expect(await pair[0].rows()).toHaveLength(1);
    expect(await pair[0].db.selectFrom("enquiries").selectAll().execute()).toHaveLength(1);
    expect(await pair[0].outbox()).toHaveLength(2);
  });

  test("C3.4 the database itself refuses an overlap, of whatever program", async () => {
    const { ask, db, rows } = await openAppointments(engine);
    const { reference } = await ask(tuesday);
    const [row] = await rows();
    if (!row) throw new Error("no appointment");
    const at = (minutes: number, state: "booked" | "asked" = "booked") => ({
      ...row,
      id: `other-${minutes}-${state}`,
      reference,
      state,
      starts_at: row.starts_at + minutes * minuteMs,
      ends_at: row.ends_at + minutes * minuteMs,
    });
    const insert = (values: typeof row) => db.insertInto("appointments").values(values).execute();
    for (const minutes of [-29, 0, 29]) {
      const refusal = await insert(at(minutes)).catch((error: unknown) => error);
      expect(isOverlap(refusal), String(minutes)).toBe(true);
    }
    for (const minutes of [-30, 30]) await insert(at(minutes));
    await insert(at(0, "asked"));
    const raised = db.updateTable("appointments").set({ state: "booked" }).where("id", "=", "other-0-asked");
    expect(isOverlap(await raised.execute().catch((error: unknown) => error))).toBe(true);
  });

  test("C3.3 a training is a wish that keeps its place for 24 hours, then only asks", async () => {
    const clock = createTestClock(Date.parse("2026-12-01T08:00Z"));
    const { ask, rows, ids, bookings, hours } = await openAppointments(engine, { clock });
    await ask(thursday);
    expect(await rows()).toMatchObject([{ state: "wish", place_until: clock.now() + 24 * hourMs }]);
    hours(23);
    expect(await ids()).not.toContain(thursday);
    hours(1);
    expect(await ids()).toContain(thursday);
    expect((await rows())[0]?.state).toBe("wish");
    await bookings.expireWishes();
    expect(await rows()).toMatchObject([{ state: "asked", place_until: null }]);
  });

  test("C1.1 C3.3 a clock that was years ahead for a moment does not keep a lapsed wish in “Dziś”", async () => {
    const clock = createTestClock(Date.parse("2026-12-01T08:00Z"));
    const { ask, rows, bookings, hours } = await openAppointments(engine, { clock });
    await ask(thursday);
    hours(10 * 365 * 24);
    await bookings.expireWishes();
    expect(await rows()).toMatchObject([{ state: "asked", changed_at: Date.parse("2026-12-02T08:00Z") }]);
  });

  test("C3.3 a lapsed wish gives way to whoever comes next", async () => {
    const { ask, rows, hours } = await openAppointments(engine);
    await ask(thursday);
    hours(25);
    await ask(thursday);
    expect((await rows()).map(({ state }) => state)).toEqual(["asked", "wish"]);
  });

  test("C3.3 C4.2 by its link a wish keeps a place no longer than a day, a lapsed one none, and a date moves twenty times", async () => {
    const { ask, rows, bookings, hours } = await openAppointments(engine);
    await ask(thursday);
    const id = (await rows())[0]?.id ?? "";
    const move = (slot: string, one = id) => bookings.move(one, slot, undefined);
    hours(23);
    expect(await move("2026-12-10-1800-training")).toBe("done");
    hours(1);
    await bookings.expireWishes();
    expect(await rows()).toMatchObject([{ state: "asked", local_start: "2026-12-10T18:00" }]);
    expect(await move(thursday)).toBe("taken");

    await ask(wednesday);
    const talk = (await rows()).find(({ state }) => state === "booked")?.id ?? "";
    const other = "2026-12-09-1730-talk";
    for (let count = 0; count < 10; count += 1)
      for (const slot of [other, wednesday]) expect(await move(slot, talk)).toBe("done");
    expect(await move(other, talk)).toBe("taken");
    expect(await bookings.cancel(talk, "visitor")).toBe("done");
  });

  test("C3.3 C1.4 a lapsed wish returns to „Dziś” although it was answered, unless its enquiry is closed", async () => {
    const { ask, db, clock, bookings, hours } = await openAppointments(engine);
    const open = await ask(thursday);
    const closed = await ask("2026-12-10-1800-training");
    const later = { handled_at: clock.now() + 1, remind_at: clock.now() + 20 * dayMs };
    const answer = (reference: string, state: "in-contact" | "closed") =>
      db
        .updateTable("enquiries")
        .set({ ...later, state })
        .where("reference", "=", reference)
        .execute();
    await answer(open.reference, "in-contact");
    await answer(closed.reference, "closed");
    expect(await countToday(db, clock.now())).toMatchObject({ listed: 0 });
    hours(24);
    await bookings.expireWishes();
    expect(await countToday(db, clock.now())).toMatchObject({ listed: 1 });
  });

  test("C3.3 one open booking a person, by address or number; the second asks and keeps no place", async () => {
    const { ask, rows, ids } = await openAppointments(engine);
    await ask(tuesday, { email: "ala@poczta.example", phone: "+48600100200" });
    await ask(wednesday, { email: "Ala@Poczta.example" });
    await ask(thursday, { email: null, phone: "+48600100200" });
    expect((await rows()).map(({ state }) => state)).toEqual(["booked", "asked", "asked"]);
    expect(await ids()).toEqual(expect.arrayContaining([wednesday, thursday]));
  });

  test("C3.3 P3.2 whoever holds an invitation is no spam until the date is cancelled; a wish ends with it", async () => {
    const { ask, rows, bookings, clock, database, db, hours, outbox } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const { reference } = await ask(tuesday);
    const before = await rows();
    expect(await inbox.markAsSpam(reference)).toBe("changed");
    expect(await rows()).toEqual(before);
    expect(await db.selectFrom("enquiries").select("status").execute()).toEqual([{ status: "accepted" }]);
    expect(await bookings.cancel(before[0]?.id ?? "", "trainer")).toBe("done");
    expect(await inbox.markAsSpam(reference)).toBe("done");
    const told = (await outbox()).filter(({ detail }) => detail?.includes('"cancelled"'));
    expect(told.map(({ kind }) => kind).sort()).toEqual(["booking", "booking-trainer"]);

    const wish = await ask(thursday);
    expect(await inbox.markAsSpam(wish.reference)).toBe("done");
    const past = await ask(wednesday);
    hours(72);
    expect(await inbox.markAsSpam(past.reference)).toBe("done");
    expect((await rows()).map(({ state }) => state)).toEqual(["cancelled", "asked", "booked"]);
  });

  test("C3.3 of a confirmation and “To spam” at the same moment one is refused", async () => {
    const { ask, rows, bookings, clock, database, db } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    for (const slot of [wednesday, thursday]) {
      const { reference } = await ask(slot, { email: `${slot}@poczta.example` });
      const { id = "", local_start } = (await rows()).find((row) => row.reference === reference) ?? {};
      await db.updateTable("appointments").set({ state: "wish" }).where("id", "=", id).execute();
      await Promise.all([bookings.accept(id, local_start ?? ""), inbox.markAsSpam(reference)]);
      const { status } = (await db
        .selectFrom("enquiries")
        .select("status")
        .where("reference", "=", reference)
        .executeTakeFirst()) ?? { status: "none" };
      const state = (await rows()).find((row) => row.id === id)?.state;
      expect(["accepted booked", "quarantined asked"]).toContain(`${status} ${state}`);
    }
  });

  test("C3.3 what looks like spam keeps no place and sends nothing", async () => {
    const { ask, rows, ids, outbox } = await openAppointments(engine);
    await ask(tuesday, {}, ["odnośniki w wiadomości: 4"]);
    expect(await rows()).toMatchObject([{ state: "asked" }]);
    expect(await ids()).toContain(tuesday);
    expect(await outbox()).toEqual([]);
  });

  test("C3.3 a flood does not fill the calendar: eight places a day, the others ask", async () => {
    const times = Array.from({ length: 10 }, (_, index) => ({
      days: ["We", "Th"],
      time: `${index + 10}:00`,
      ...({ kind: "talk", minutes: 30 } as const),
    }));
    const { ask, rows, ids } = await openAppointments(engine, {
      pattern: () => ({ ...pattern, times, daysAhead: 3 }),
    });
    for (const slot of await ids()) await ask(slot);
    const states = (await rows()).map(({ state }) => state);
    expect(states.filter((state) => state === "booked")).toHaveLength(8);
    expect(states).toHaveLength(20);
  });

  test("C3.3 dates that the trainer gives to people who wrote earlier do not use up the eight places", async () => {
    const { ask, rows, bookings, hours } = await openAppointments(engine);
    const known = [];
    for (let count = 0; count < 8; count += 1) known.push((await ask(null)).reference);
    hours(25);
    for (const [count, reference] of known.entries()) {
      const local = `2026-12-05T${String(8 + count).padStart(2, "0")}:00`;
      await bookings.arrange({ reference, kind: "training", local, minutes: 60 });
    }
    const { reference } = await ask(wednesday);
    expect((await rows()).find((row) => row.reference === reference)).toMatchObject({ state: "booked" });
  });

  test("C1.1 C3.3 dates of people who have called and were written down today do not use up the eight places", async () => {
    const { ask, rows, bookings, db } = await openAppointments(engine);
    const called = [];
    for (let count = 0; count < 8; count += 1) called.push((await ask(null)).reference);
    await db.updateTable("enquiries").set({ content_hash: hashByOwner }).execute();
    for (const [count, reference] of called.entries()) {
      const local = `2026-12-05T${String(8 + count).padStart(2, "0")}:00`;
      await bookings.arrange({ reference, kind: "training", local, minutes: 60 });
    }
    const { reference } = await ask(wednesday);
    expect((await rows()).find((row) => row.reference === reference)).toMatchObject({ state: "booked" });
  });

  test("C4.5 while the other calendars have not been read for a day a talk is only a wish", async () => {
    const { ask, rows, appointments, hours } = await openAppointments(engine, {
      readBusy: async () => {
        throw new Error("down");
      },
    });
    await appointments.busy.set(["https://calendar.example/secret.ics"]);
    expect(await appointments.busy.list()).toMatchObject([
      { url: "https://calendar.example/secret.ics", readAt: null, failed: true },
    ]);
    await ask(tuesday);
    hours(24);
    await ask(wednesday);
    expect((await rows()).map(({ state }) => state)).toEqual(["booked", "wish"]);
    expect(await appointments.busy.commitments()).toMatchObject({ trusted: false });
    const link = await appointments.calendar.linkTo((await rows())[0]?.id ?? "");
    const wish = { slot: "2026-12-08-1730-talk" };
    expect(await appointments.changeByVisitor(link?.split("/termin/")[1] ?? "", wish)).toBe("done");
    expect((await rows())[0]).toMatchObject({ local_start: "2026-12-08T17:30", state: "wish" });
  });

  test.each([
    "no JSON",
    "5",
    '[null, 5, {}, {"url": 5}, {"url": "https://calendar.example/", "intervals": [null]}]',
  ])("T20 calendars of a forged backup, %s, count as none, and may be set anew", async (detail) => {
    const { appointments, db, ids } = await openAppointments(engine);
    await db.insertInto("jobs").values({ name: "busy-calendars", ran_at: 1, detail }).execute();
    expect(await ids()).toContain(tuesday);
    expect(await appointments.busy.list()).toEqual([]);
    await appointments.busy.refresh(0);
    await appointments.busy.set(["https://calendar.example/secret.ics"]);
    expect(await appointments.busy.list()).toMatchObject([{ failed: false }]);
  });

  test("C3.1 a day that two devices close at once is closed once", async () => {
    const { appointments, db } = await openAppointments(engine);
    const close = () =>
      appointments.calendar.addException({ effect: "closed", day: "2026-12-01", time: null });
    await Promise.all([close(), close()]);
    expect(await db.selectFrom("slot_exceptions").select("day").execute()).toHaveLength(1);
  });

  test("C1.2 C3.3 a training that its person moved waits in “Dziś” for an answer beside the trainings agreed for later weeks", async () => {
    const { ask, bookings, rows, clock, database } = await openAppointments(engine);
    const { reference } = await ask(null);
    const training = { reference, kind: "training", minutes: 60 } as const;
    await bookings.arrange({ ...training, local: "2026-12-08T07:00" });
    const [{ id = "" } = {}] = await rows();
    clock.advance(minuteMs);
    await bookings.arrange({ ...training, local: "2026-12-15T07:00" });
    clock.advance(minuteMs);
    const waiting = async () => (await countToday(database.db, clock.now())).answers;
    expect(await waiting()).toBe(0);
    expect(await bookings.move(id, thursday, 0)).toBe("done");
    expect(await waiting()).toBe(1);
    clock.advance(dayMs);
    await bookings.expireWishes();
    expect(await waiting()).toBe(1);
    clock.advance(minuteMs);
    expect((await rows()).map(({ state }) => state).sort()).toEqual(["asked", "booked"]);
    await bookings.arrange({ ...training, kind: "talk", local: "2026-12-09T07:00" });
    expect(await waiting()).toBe(0);
  });

  test("C1.2 C3.3 a moved training that another date was agreed for stays out of “Dziś” when its place is freed", async () => {
    const { ask, bookings, rows, clock, database } = await openAppointments(engine);
    const { reference } = await ask(null);
    await bookings.arrange({ reference, kind: "training", minutes: 60, local: "2026-12-08T07:00" });
    const [{ id = "" } = {}] = await rows();
    clock.advance(minuteMs);
    const waiting = async () => (await countToday(database.db, clock.now())).answers;
    expect(await bookings.move(id, thursday, 0)).toBe("done");
    expect(await waiting()).toBe(1);
    clock.advance(minuteMs);
    await bookings.arrange({ reference, kind: "talk", minutes: 30, local: "2026-12-09T07:00" });
    expect(await waiting()).toBe(0);
    clock.advance(minuteMs);
    await bookings.expireWishes();
    expect(await waiting()).toBe(0);
  });

  test("C1.2 C3.3 a wish that was answered returns to “Dziś” when the date agreed instead is cancelled", async () => {
    const { ask, bookings, rows, clock, database, db } = await openAppointments(engine);
    const { reference } = await ask("2026-12-03-1800-training");
    clock.advance(minuteMs);
    const client = { state: "closed", outcome: "client", handled_at: clock.now() } as const;
    await db.updateTable("enquiries").set(client).execute();
    clock.advance(minuteMs);
    await bookings.arrange({ reference, kind: "talk", minutes: 30, local: "2026-12-09T07:00" });
    clock.advance(minuteMs);
    await bookings.expireWishes();
    const waiting = async () => (await countToday(database.db, clock.now())).answers;
    expect(await waiting()).toBe(0);
    const talk = (await rows()).find(({ kind }) => kind === "talk");
    expect(await bookings.cancel(talk?.id ?? "", "visitor", talk?.sequence)).toBe("done");
    expect(await waiting()).toBe(1);
  });

  test("C3.3 a client's wish that lost its place stands in “Dziś” again", async () => {
    const { ask, database, db, clock, bookings, hours } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const { reference } = await ask(thursday);
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    // Made by moving a date, after the person became a client.
    await db
      .updateTable("appointments")
      .set({ place_until: clock.now() + 24 * hourMs })
      .execute();
    hours(25);
    await bookings.expireWishes();
    expect(await countToday(db, clock.now())).toMatchObject({ listed: 1 });
  });

  test("C1.2 a date that a client cancels stands in “Dziś” until that is dealt with or another is agreed", async () => {
    const { ask, bookings, rows, clock, database, db } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const { reference } = await ask(null);
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "client" });
    async function arrange(local: string): Promise<string> {
      clock.advance(minuteMs);
      const arranged = await bookings.arrange({ reference, kind: "training", minutes: 60, local });
      return (arranged !== "taken" && arranged.id) || "";
    }
    async function cancel(id: string, by: "visitor" | "trainer") {
      clock.advance(minuteMs);
      expect(await bookings.cancel(id, by)).toBe("done");
    }
    const shown = async () => {
      const { steps, count } = await readToday(db, clock.now());
      const { listed, meetings } = await countToday(db, clock.now());
      expect(listed + meetings).toBe(count);
      return steps.map(({ step, others }) => [step.kind, ...others.map(({ start }) => start)]);
    };
    const wednesdays = ["cancelled", "2026-12-02T07:00"];
    await cancel(await arrange("2026-12-02T07:00"), "visitor");
    expect(await shown()).toEqual([wednesdays]);
    await inbox.changeState(reference, { from: "closed", state: "closed", outcome: "client" });
    expect(await shown()).toEqual([]);

    const again = await arrange("2026-12-02T07:00");
    await cancel(again, "visitor");
    expect(await shown()).toEqual([wednesdays]);
    // The form of a lost answer is sent again, or the button pressed twice.
    expect(await bookings.cancel(again, "visitor")).toBe("unchanged");
    expect(await shown()).toEqual([wednesdays]);
    const later = await arrange("2026-12-09T07:00");
    expect(await shown()).toEqual([]);
    await cancel(later, "trainer");
    // Also when the person then follows the link of an earlier e-mail.
    expect(await bookings.cancel(later, "visitor")).toBe("unchanged");
    expect((await rows()).map(({ state }) => state)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(await shown()).toEqual([wednesdays]);

    // Telling today's outcome later settles what was cancelled before it, so its row names that, too.
    const dates = ["2026-11-30T18:00", "2026-12-16T07:00", "2026-12-23T07:00"];
    const ids: string[] = [];
    for (const local of dates) ids.push(await arrange(local));
    for (const id of ids.slice(1)) await cancel(id, "visitor");
    expect(await shown()).toEqual([["appointment", ...dates.slice(1)]]);
  });

  test("C1.4 what the trainer changes in the week shows on other devices", async () => {
    const { appointments, db, clock } = await openAppointments(engine);
    const { addException, removeException } = appointments.calendar;
    let seen = await readRevision(db);
    async function expectChange<Result>(act: () => Promise<Result>): Promise<Result> {
      clock.advance(secondMs);
      const result = await act();
      const now = await readRevision(db);
      expect(now).not.toBe(seen);
      seen = now;
      return result;
    }
    const day = "2026-12-05";
    await expectChange(() => addException({ effect: "closed", day, time: null }));
    const added = { effect: "added", day, time: "10:00", kind: "talk", minutes: 30 } as const;
    const id = await expectChange(() => addException(added));
    await expectChange(() => removeException(id));
    await expectChange(() => appointments.busy.set(["https://calendar.example/secret.ics"]));
    expect(await readRevision(db)).toBe(seen);
  });

  test("C4.1 only what is booked is given to the phone's calendar", async () => {
    const { ask, rows, appointments, bookings } = await openAppointments(engine);
    const { exportOne } = appointments.calendar;
    await ask(thursday);
    const { id = "", local_start = "" } = (await rows())[0] ?? {};
    expect(await exportOne(id)).toBeUndefined();
    await bookings.accept(id, local_start);
    expect(await exportOne(id)).toContain("STATUS:CONFIRMED");
    await bookings.cancel(id, "visitor");
    expect(await exportOne(id)).toBeUndefined();
  });

  test("C3.6 the week tells the days that the site's content has closed", async () => {
    const closed = [{ from: "2026-12-01", until: "2026-12-02" }];
    const { appointments } = await openAppointments(engine, { pattern: () => ({ ...pattern, closed }) });
    const { days } = await appointments.calendar.week("2026-11-30");
    expect(days.filter(({ isBreak }) => isBreak).map(({ day }) => day)).toEqual(["2026-12-01", "2026-12-02"]);
    expect(days.filter(({ free }) => free.length > 0).map(({ day }) => day)).toEqual(["2026-12-03"]);
  });

  test("C3.1 what else the trainer does takes dates, and exceptions close and add some", async () => {
    const startsAt = Date.parse("2026-12-01T17:00+01:00");
    const { ids, db, appointments } = await openAppointments(engine, {
      readBusy: async () => [{ startsAt, endsAt: startsAt + hourMs }],
    });
    await appointments.busy.set(["https://calendar.example/secret.ics"]);
    const none = { time: null, kind: null, minutes: null };
    await db
      .insertInto("slot_exceptions")
      .values([
        { id: "1", effect: "closed", day: "2026-12-02", ...none },
        { id: "2", effect: "added", day: "2026-12-05", time: "10:00", kind: "talk", minutes: 30 },
      ])
      .execute();
    expect((await ids()).slice(0, 2)).toEqual([thursday, "2026-12-05-1000-talk"]);
    const { addException, removeException } = appointments.calendar;
    const saturday = { day: "2026-12-05", time: "10:00", kind: "talk", minutes: 30 } as const;
    const closed = await addException({ effect: "closed", day: "2026-12-05", time: null });
    expect(await ids()).not.toContain("2026-12-05-1000-talk");
    await removeException(closed);
    expect(await ids()).not.toContain("2026-12-05-1000-talk");
    await addException({ effect: "added", ...saturday });
    await addException({ effect: "closed", day: "2026-12-05", time: "10:00" });
    expect(await ids()).not.toContain("2026-12-05-1000-talk");
    await addException({ effect: "added", ...saturday });
    expect(await ids()).toContain("2026-12-05-1000-talk");
    const hour = await addException({ effect: "closed", day: "2026-12-03", time: "18:00" });
    await removeException(await addException({ effect: "closed", day: "2026-12-03", time: null }));
    expect(await ids(), "an hour closed before its day").not.toContain(thursday);
    await removeException(hour);
    expect(await ids()).toContain(thursday);
    // One that was added by mistake, or cannot be offered, is listed so that it can be removed.
    const { added = [] } = (await appointments.calendar.week("2026-12-05")).days[0] ?? {};
    expect(added).toMatchObject([saturday]);
    await removeException(added[0]?.id ?? "");
    expect(await ids()).not.toContain("2026-12-05-1000-talk");
  });

  test("C4.2 a move or a cancellation that arrives twice acts once, and frees its place at once", async () => {
    const { ask, rows, ids, bookings, outbox } = await openAppointments(engine);
    await ask(tuesday);
    const id = (await rows())[0]?.id ?? "";
    const move = () => bookings.move(id, wednesday, 0);
    expect(await Promise.all([move(), move()])).toEqual(expect.arrayContaining(["done", "unchanged"]));
    expect(await rows()).toMatchObject([{ local_start: "2026-12-02T17:30", sequence: 1, state: "booked" }]);
    expect(await ids()).toContain(tuesday);
    const cancel = () => bookings.cancel(id, "visitor");
    expect([await cancel(), await cancel()]).toEqual(["done", "unchanged"]);
    expect(await rows()).toMatchObject([{ state: "cancelled", sequence: 2 }]);
    expect(await ids()).toContain(wednesday);
    expect((await outbox()).map(({ kind }) => kind)).toHaveLength(6);
  });

  test("C4.1 what has waited for a minute is replaced by later news, unless the trainer takes that back", async () => {
    const { ask, rows, bookings, outbox, clock } = await openAppointments(engine);
    await ask(tuesday);
    clock.advance(61_000);
    const id = (await rows())[0]?.id ?? "";
    const first = await outbox();
    expect(await bookings.cancel(id, "trainer")).toBe("done");
    expect((await outbox()).map(({ kind }) => kind)).toEqual(["trainer", "booking", "booking-trainer"]);
    expect(await bookings.undo(id)).toBe("done");
    expect(await outbox()).toEqual(first);
    const change = (slot: string) => bookings.move(id, slot, undefined);
    expect(await change(wednesday)).toBe("done");
    clock.advance(61_000);
    expect(await change(tuesday)).toBe("done");
    const waiting = (await outbox()).map(
      ({ kind, detail }) => `${kind} ${JSON.parse(detail ?? "{}").sequence}`,
    );
    // The enquiry itself always reaches the trainer.
    expect(waiting).toEqual(["trainer 0", "booking 2", "booking-trainer 2"]);
  });

  test("C1.2 C3.6 a meeting that was held stays where it was, whatever an older screen sends", async () => {
    const { ask, rows, bookings, db, hours } = await openAppointments(engine);
    await ask(tuesday);
    const { id = "", local_start } = (await rows())[0] ?? {};
    hours(48);
    await db.updateTable("appointments").set({ held_at: 1 }).execute();
    const held = await rows();
    expect(await bookings.give(id, "2026-12-10T18:00", 60, local_start)).toBe("changed");
    expect(await bookings.give(id, "2026-12-10T18:00", 60)).toBe("changed");
    expect(await rows()).toEqual(held);
  });

  test("C4.1 once mail goes out again, nobody is invited to what was cancelled within a minute", async () => {
    const { ask, rows, bookings, database, db, appointments, clock, hours } = await openAppointments(engine);
    const queue = createQueue({ database, clock, random: () => 1 });
    /** What the visitor is told, by the methods of the calendars and the subjects. */
    async function send() {
      const told: string[] = [];
      for (let round = 0; round < 3; round += 1)
        for (const message of await queue.claim(10)) {
          const enquiry = await findEnquiryRow(db, message.reference);
          if (!enquiry) throw new Error("no enquiry");
          const email = await appointments.forEnquiries.compose(db, message, { enquiry, context });
          await (email ? queue.settle(message, { kind: "sent" }) : queue.drop(message));
          if (email && message.kind === "booking")
            told.push(`${email.calendar?.method} ${email.subject.split(": ")[1]}`);
        }
      return told;
    }
    await ask(tuesday);
    clock.advance(20_000);
    await bookings.cancel((await rows())[0]?.id ?? "", "trainer");
    clock.advance(2 * minuteMs);
    expect(await send()).toEqual(["CANCEL termin odwołany"]);
    // A reminder replaces no invitation.
    await ask(wednesday);
    hours(33);
    expect(await bookings.remind()).toBe(1);
    expect(await send()).toEqual(["REQUEST termin potwierdzony", expect.stringMatching(/^undefined jutro/)]);
  });

  test("C4.1 an old date that could not be delivered is not sent after a later one", async () => {
    const { ask, rows, bookings, outbox, db, clock } = await openAppointments(engine);
    await ask(tuesday);
    clock.advance(61_000);
    await db.updateTable("outbox").set({ status: "dead" }).where("kind", "=", "booking").execute();
    const before = await outbox();
    const id = (await rows())[0]?.id ?? "";
    await bookings.cancel(id, "trainer");
    expect((await outbox()).map(({ kind }) => kind)).toEqual(["trainer", "booking", "booking-trainer"]);
    expect((await outbox()).filter(({ status }) => status === "dead")).toEqual([]);
    expect(await bookings.undo(id)).toBe("done");
    expect(await outbox()).toEqual(before);
  });

  test("C4.1 news of a date that is given up and sent again keeps its order", async () => {
    const { ask, rows, bookings, database, db, clock } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const queue = createQueue({ database, clock, random: () => 1 });
    await ask(wednesday);
    const { id = "", local_start } = (await rows())[0] ?? {};
    expect(await bookings.give(id, "2026-12-03T18:00", 60, local_start)).toBe("done");
    clock.advance(4_000);
    expect(await bookings.give(id, "2026-12-03T19:00", 60, "2026-12-03T18:00")).toBe("done");
    clock.advance(minuteMs);
    await db.updateTable("outbox").set({ status: "dead" }).where("kind", "=", "booking").execute();
    expect(await inbox.resendDead()).toBe(3);
    // Only one of them is at the mail server at a time.
    const told: unknown[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const claimed = await queue.claim(10);
      const news = claimed.filter(({ kind }) => kind === "booking");
      told.push(news.map(({ detail }) => JSON.parse(detail ?? "{}").sequence));
      for (const message of claimed) await queue.settle(message, { kind: "sent" });
    }
    expect(told).toEqual([[0], [1], [2]]);
  });

  test("B11.3 a reminder is not late while it waits for a confirmation whose address is refused for now", async () => {
    const { ask, bookings, database, clock, hours } = await openAppointments(engine);
    const queue = createQueue({ database, clock, random: () => 1 });
    await ask(wednesday);
    for (const message of await queue.claim(10))
      await queue.settle(
        message,
        message.kind === "booking" ? { kind: "later", codes: "450" } : { kind: "sent" },
      );
    hours(34);
    expect(await bookings.remind()).toBe(1);
    hours(1);
    const health = createHealth({
      database,
      clock,
      jobs: createJobs({ database, clock }),
      log: createTestLog(),
      mailConfigured: () => true,
      credentialsRefused: () => false,
      freeDiskBytes: async () => 1e9,
      otherProblems: async () => [],
    });
    expect((await health()).problems).toEqual([]);
  });

  test("C4.1 the trainer hears of a cancellation even if the enquiry's own e-mail is refused", async () => {
    const { ask, rows, bookings, database, db, outbox, appointments, clock } = await openAppointments(engine);
    const queue = createQueue({ database, clock, random: () => 1 });
    await ask(tuesday);
    /** What is due; the enquiry's own e-mail is tried. */
    const due = async (kind: "later" | "refused") => {
      const messages = await queue.claim(10);
      const own = messages.find((message) => message.kind === "trainer");
      if (own) await queue.settle(own, { kind, codes: "" });
      await queue.releaseAtStart();
      return messages.map((message) => message.kind).sort();
    };
    expect(await due("later")).toEqual(["booking", "trainer"]);
    await bookings.cancel((await rows())[0]?.id ?? "", "visitor");
    expect(await due("later")).toEqual(["booking"]);
    clock.advance(minuteMs);
    expect(await due("refused")).toEqual(["booking", "trainer"]);
    expect(await due("refused")).toEqual(["booking", "booking-trainer"]);
    // Once it is taken, after that news, it does not say that the date is agreed.
    for (let round = 0; round < 2; round += 1)
      for (const message of await queue.claim(10)) await queue.settle(message, { kind: "sent" });
    const own = (await outbox()).find((message) => message.kind === "trainer");
    const enquiry = await findEnquiryRow(db, own?.reference ?? null);
    if (!own || !enquiry) throw new Error("no e-mail");
    const email = await appointments.forEnquiries.compose(db, own, { enquiry, context });
    expect(JSON.stringify(email?.blocks)).toContain("Termin jest odwołany");
    expect(email?.calendar?.method).toBe("CANCEL");
  });

  test("C3.6 an enquiry's late e-mail tells nothing that the trainer can still take back", async () => {
    const { ask, rows, bookings, database, db, outbox, appointments, clock } = await openAppointments(engine);
    const queue = createQueue({ database, clock, random: () => 1 });
    await ask(tuesday);
    const { id = "", local_start } = (await rows())[0] ?? {};
    expect(await bookings.give(id, "2026-12-03T18:00", 60, local_start)).toBe("done");
    for (let round = 0; round < 3; round += 1) {
      clock.advance(minuteMs);
      for (const message of await queue.claim(10))
        await queue.settle(message, { kind: message.kind === "trainer" ? "refused" : "sent", codes: "" });
    }
    await bookings.cancel(id, "trainer");
    const own = (await outbox()).find((message) => message.kind === "trainer");
    const enquiry = await findEnquiryRow(db, own?.reference ?? null);
    if (!own || !enquiry) throw new Error("no e-mail");
    const email = await appointments.forEnquiries.compose(db, own, { enquiry, context });
    expect(JSON.stringify(email?.blocks)).toMatch(/Termin jest umówiony: czw\./);
    expect(email?.calendar).toMatchObject({
      method: "REQUEST",
      content: expect.stringContaining("SEQUENCE:1"),
    });
  });

  test("C4.2 for its link an agreed date has passed once it has ended, one that is asked for once it would have begun", async () => {
    const { ask, rows, appointments, clock } = await openAppointments(engine);
    await ask(tuesday);
    await ask(thursday);
    const links = await Promise.all((await rows()).map(({ id }) => appointments.calendar.linkTo(id)));
    const views = () => Promise.all(links.map((link) => appointments.view(link?.split("/").at(-1) ?? "")));
    const isOver = async () => (await views()).map((view) => view?.isOver);
    clock.advance(Date.parse("2026-12-01T16:59Z") - clock.now());
    expect((await views()).map((view) => view?.isOpen)).toEqual([false, true]);
    expect(await isOver()).toEqual([false, false]);
    clock.advance(minuteMs);
    expect(await isOver()).toEqual([true, false]);
    clock.advance(Date.parse("2026-12-03T17:00Z") - clock.now());
    expect(await isOver()).toEqual([true, true]);
  });

  test("C4.2 the link of an enquiry that is marked as spam opens and changes nothing", async () => {
    const { ask, rows, appointments, db } = await openAppointments(engine);
    await ask(tuesday);
    const id = (await rows())[0]?.id ?? "";
    const token = (await appointments.calendar.linkTo(id))?.split("/").at(-1) ?? "";
    expect(await appointments.view(token)).toMatchObject({ isOpen: true });
    await db.updateTable("enquiries").set({ status: "quarantined" }).execute();
    expect(await appointments.view(token)).toBeUndefined();
    expect(await appointments.changeByVisitor(token, { slot: wednesday })).toBe("missing");
  });

  test("a moved training has to be accepted anew, and nobody moves to a date of another kind or another's", async () => {
    const { ask, rows, bookings } = await openAppointments(engine);
    await ask(thursday);
    await ask(tuesday);
    const kindOf = async (wanted: string) => (await rows()).find(({ kind }) => kind === wanted);
    const [training, talk] = [await kindOf("training"), await kindOf("talk")];
    expect(await bookings.accept(training?.id ?? "", "2026-12-03T18:00")).toBe("done");
    const moveTo = (id = "", slot = "") => bookings.move(id, slot, undefined);
    expect(await moveTo(talk?.id, thursday)).toBe("taken");
    expect(await moveTo(training?.id, tuesday)).toBe("taken");
    expect(await moveTo(training?.id, "2026-12-10-1800-training")).toBe("done");
    expect(await kindOf("training")).toMatchObject({ state: "wish", sequence: 2 });
  });

  test("C3.6 the trainer's change waits ten seconds and can be taken back with its place", async () => {
    const { ask, rows, bookings, outbox, clock } = await openAppointments(engine);
    await ask(tuesday);
    const [before] = await rows();
    const id = before?.id ?? "";
    const cancel = () => bookings.cancel(id, "trainer");
    const undo = () => bookings.undo(id);
    expect(await cancel()).toBe("done");
    const [news] = (await outbox()).filter(({ detail }) => detail?.includes('"cancelled"'));
    expect(news?.next_attempt_at).toBe(clock.now() + 10_000);
    expect(await undo()).toBe("done");
    expect(await rows()).toEqual([before]);
    expect(await outbox()).toHaveLength(2);
    expect(await undo()).toBe("unchanged");
    await cancel();
    await ask(tuesday);
    expect(await undo()).toBe("taken");
    clock.advance(10_002);
    expect(await undo()).toBe("unchanged");
  });

  test.each(["cancelled", "moved"])(
    "C3.6 what the trainer has cancelled is not brought back once the visitor would have %s it within the ten seconds",
    async (event) => {
      const { ask, rows, bookings } = await openAppointments(engine);
      await ask(tuesday);
      const id = (await rows())[0]?.id ?? "";
      await bookings.cancel(id, "trainer");
      // Their page is older than the trainer's tap, and then shows the date as cancelled.
      const late = event === "moved" ? bookings.move(id, wednesday, 0) : bookings.cancel(id, "visitor", 0);
      expect(await late).toBe("unchanged");
      expect(await bookings.undo(id)).toBe("unchanged");
      expect(await rows()).toMatchObject([{ state: "cancelled" }]);
    },
  );

  test("C3.6 the trainer's decision about a date answers and reads its enquiry, which is no longer new; taken back it does not", async () => {
    const { ask, rows, bookings, db, clock } = await openAppointments(engine);
    await ask(thursday);
    const { reference } = await ask(null);
    const id = (await rows())[0]?.id ?? "";
    const handled = () =>
      db
        .selectFrom("enquiries")
        .select(["state", "first_contact_at", "read_at"])
        .orderBy("received_at")
        .execute();
    const before = { state: "new", first_contact_at: null, read_at: null };
    await db.updateTable("enquiries").set({ read_at: 1 }).where("reference", "=", reference).execute();
    clock.advance(1000);
    const now = clock.now();
    await bookings.accept(id, "2026-12-03T18:00");
    const kind = "talk" as const;
    const made = await bookings.arrange({ reference, kind, local: "2026-12-01T12:00", minutes: 30 });
    expect(await handled()).toEqual(
      expect.arrayContaining([
        { state: "in-contact", first_contact_at: now, read_at: now },
        { state: "in-contact", first_contact_at: now, read_at: 1 },
      ]),
    );
    for (const one of [id, (made as { id: string }).id]) expect(await bookings.undo(one)).toBe("done");
    expect(await handled()).toEqual(expect.arrayContaining([before, { ...before, read_at: 1 }]));
  });

  test("C6.1 who has a date, or cancelled it, has been answered; who only asked for one has not", async () => {
    const { ask, rows, bookings, db, clock } = await openAppointments(engine);
    await ask(tuesday);
    await ask(wednesday);
    await ask(thursday);
    await ask(null);
    const cancelled = (await rows()).find(({ local_start }) => local_start.startsWith("2026-12-02"));
    await bookings.cancel(cancelled?.id ?? "", "visitor");
    clock.advance(dayMs + 1);
    const { funnels, medianMinutesToFirstContact } = await readStats(db, clock.now());
    expect(funnels.week).toMatchObject({ wrote: 4, booked: 1, answeredInADay: 2, answeredLate: 2 });
    expect(medianMinutesToFirstContact).toBeNull();
  });

  test("C3.6 the trainer gives any time, but not two at once", async () => {
    const { ask, rows, outbox, bookings } = await openAppointments(engine);
    await ask(tuesday);
    await ask(wednesday);
    const id = (await rows())[0]?.id ?? "";
    const give = (local: string) => bookings.give(id, local, 45);
    expect(await give("2026-12-02T17:45")).toBe("taken");
    expect(await give("2027-03-28T02:30")).toBe("missing");
    expect(await give("2026-12-04T06:15")).toBe("done");
    expect(await rows()).toContainEqual(
      expect.objectContaining({ id, local_start: "2026-12-04T06:15", minutes: 45, sequence: 1 }),
    );
    // A wish answered with another time is not called confirmed.
    await ask(thursday);
    const wish = (await rows()).find(({ state }) => state === "wish");
    expect(await bookings.give(wish?.id ?? "", "2026-12-04T18:00", 60)).toBe("done");
    const told = (await outbox()).find(
      (one) => one.appointment === wish?.id && one.kind === "booking-trainer",
    );
    expect(JSON.parse(told?.detail ?? "{}")).toMatchObject({ event: "moved", state: "booked" });
  });

  test("C3.6 the trainer confirms only the time that they saw, and nothing that the visitor has cancelled", async () => {
    const { ask, rows, bookings } = await openAppointments(engine);
    await ask(thursday);
    const id = (await rows())[0]?.id ?? "";
    expect(await bookings.move(id, "2026-12-10-1800-training", undefined)).toBe("done");
    expect(await bookings.accept(id, "2026-12-03T18:00")).toBe("changed");
    expect(await bookings.give(id, "2026-12-03T19:00", 60, "2026-12-03T18:00")).toBe("changed");
    expect(await rows()).toMatchObject([{ state: "wish", sequence: 1 }]);
    expect(await bookings.accept(id, "2026-12-10T18:00")).toBe("done");
    expect(await bookings.accept(id, "2026-12-10T18:00")).toBe("unchanged");
    expect(await bookings.cancel(id, "visitor")).toBe("done");
    expect(await bookings.accept(id, "2026-12-10T18:00")).toBe("changed");
    expect(await bookings.give(id, "2026-12-11T18:00", 60)).toBe("changed");
    expect(await rows()).toMatchObject([{ state: "cancelled" }]);
  });

  test("C3.6 a date agreed on the phone keeps its place and invites, and taken back it has never been", async () => {
    const { ask, rows, ids, bookings, db, outbox } = await openAppointments(engine);
    const { reference } = await ask(null);
    const before = await outbox();
    const arrange = (local: string, of = reference) =>
      bookings.arrange({ reference: of, kind: "talk", local, minutes: 30 });
    const first = await arrange("2026-12-01T17:30");
    expect(first).toMatchObject({ outcome: "done" });
    expect(await arrange("2026-12-01T17:30")).toEqual({ ...(first as object), outcome: "unchanged" });
    expect(await rows()).toMatchObject([{ reference, state: "booked", sequence: 0 }]);
    expect(await ids()).not.toContain(tuesday);
    const news = (await outbox()).filter(({ kind }) => kind.startsWith("booking"));
    expect(news.map(({ kind }) => kind)).toEqual(["booking", "booking-trainer"]);
    expect(await arrange("2026-12-01T17:45")).toBe("taken");
    await db.updateTable("enquiries").set({ remind_at: 1 }).where("reference", "=", reference).execute();
    expect(await arrange("2027-03-28T02:30")).toEqual({ outcome: "missing" });
    const reminders = await db.selectFrom("enquiries").select("remind_at").execute();
    expect(reminders).toEqual([{ remind_at: 1 }]);
    expect(await arrange("2026-12-03T10:00", "0000-0000")).toEqual({ outcome: "missing" });
    const { id = "" } = first as { id?: string };
    expect(await bookings.undo(id)).toBe("done");
    expect([await rows(), await outbox()]).toEqual([[], before]);
    expect(await ids()).toContain(tuesday);
    // Noted afterwards.
    expect(await arrange("2026-11-29T12:00")).toMatchObject({ outcome: "done" });
    expect([await rows(), await outbox()]).toMatchObject([[{ state: "booked" }], before]);
  });

  test("C3.6 a talk becomes a training when the trainer books that for its hour", async () => {
    const { ask, rows, bookings } = await openAppointments(engine);
    const { reference } = await ask(tuesday);
    const [talk] = await rows();
    const date = { reference, kind: "training", local: "2026-12-01T17:30", minutes: 60 } as const;
    expect(await bookings.arrange(date)).toEqual({ outcome: "done", id: talk?.id });
    expect(await rows()).toMatchObject([{ id: talk?.id, kind: "training", minutes: 60, state: "booked" }]);
    expect(await bookings.undo(talk?.id ?? "")).toBe("done");
    expect(await rows()).toMatchObject([{ kind: "talk", minutes: 30, state: "booked" }]);
  });

  test.each([null, thursday])(
    "C1.2 C5.1 a date that is noted when nothing asks about it any more was held, others are not; with a wish of %s",
    async (asked) => {
      const { ask, rows, hours, bookings, db, clock } = await openAppointments(engine);
      const { reference } = await ask(asked);
      const local = "2026-12-03T18:00";
      hours(7 * 24);
      const arrange = (at: "2026-12-03T18:00" | "2026-12-02T06:00" | "2026-12-20T18:00") =>
        bookings.arrange({ reference, kind: "training", local: at, minutes: 60 });
      // "Dziś" asks how it went, because the enquiry was not handled since.
      expect(await arrange("2026-12-02T06:00")).toMatchObject({ outcome: "done" });
      expect(await rows()).toContainEqual(
        expect.objectContaining({ local_start: "2026-12-02T06:00", held_at: null }),
      );
      await db.updateTable("enquiries").set({ handled_at: clock.now() }).execute();
      expect(await arrange(local)).toMatchObject({ outcome: "done" });
      expect(await rows()).toContainEqual(
        expect.objectContaining({ local_start: local, state: "booked", held_at: expect.any(Number) }),
      );
      await arrange("2026-12-20T18:00");
      expect(await rows()).toContainEqual(
        expect.objectContaining({ local_start: "2026-12-20T18:00", held_at: null }),
      );
    },
  );

  test("C3.6 what a person asked for is not in the way of the date agreed with them, and comes back when that is undone", async () => {
    const { ask, rows, bookings } = await openAppointments(engine);
    const { reference } = await ask(thursday);
    const before = await rows();
    for (const local of ["2026-12-03T18:00", "2026-12-03T18:30"]) {
      const arranged = await bookings.arrange({ reference, kind: "training", local, minutes: 60 });
      expect(arranged).toEqual({ outcome: "done", id: before[0]?.id });
      expect(await rows()).toMatchObject([{ state: "booked", local_start: local, minutes: 60 }]);
      expect(await bookings.undo(before[0]?.id ?? "")).toBe("done");
      expect(await rows()).toEqual(before);
    }
  });

  test("C3.1 a trainer without weekly hours is told that no page leads to an added date", async () => {
    for (const [hours, hasHours] of [
      [pattern, true],
      [undefined, false],
    ] as const) {
      const { appointments } = await openAppointments(engine, { pattern: () => hours });
      expect(await appointments.calendar.week("2026-12-05")).toMatchObject({ hasHours });
    }
  });

  test("C3.6 what is noted after its end leaves a reminder for later, but not one that is due", async () => {
    const { ask, bookings, db, clock } = await openAppointments(engine);
    const { reference } = await ask(null);
    const person = db.updateTable("enquiries").where("reference", "=", reference);
    const reminder = async () =>
      (await db.selectFrom("enquiries").select("remind_at").executeTakeFirstOrThrow()).remind_at;
    const held = { reference, kind: "training", minutes: 60 } as const;
    const later = clock.now() + 20 * dayMs;
    await person.set({ remind_at: later }).execute();
    expect(await bookings.arrange({ ...held, local: "2026-11-20T18:00" })).toMatchObject({ outcome: "done" });
    expect(await reminder()).toBe(later);
    await person.set({ remind_at: clock.now() }).execute();
    expect(await bookings.arrange({ ...held, local: "2026-11-19T18:00" })).toMatchObject({ outcome: "done" });
    expect(await reminder()).toBeNull();
  });

  test("C3.6 who was invited is told of any other time, also of one that has passed, and is no longer new", async () => {
    const { ask, rows, bookings, db, outbox } = await openAppointments(engine);
    const { reference } = await ask(tuesday);
    // Answered before decisions about dates ended that.
    await db
      .updateTable("enquiries")
      .set({ first_contact_at: 1 })
      .where("reference", "=", reference)
      .execute();
    const id = (await rows())[0]?.id ?? "";
    expect(await bookings.give(id, "2026-11-29T12:00", 30)).toBe("done");
    const told = (await outbox()).filter(({ detail }) => detail?.includes('"moved"'));
    expect(told.map(({ kind }) => kind).sort()).toEqual(["booking", "booking-trainer"]);
    const { state } = await db.selectFrom("enquiries").select("state").executeTakeFirstOrThrow();
    expect(state).toBe("in-contact");
  });

  test("C3.3 C3.6 a wish keeps its place for ten seconds after its enquiry was closed or another date agreed, unless that is taken back", async () => {
    const { ask, rows, ids, clock, bookings, database } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const isFree = async () => (await ids()).includes(thursday);
    const { reference } = await ask(thursday);
    const [wish] = await rows();
    const close = (outcome: "client" | "no") =>
      inbox.changeState(reference, { from: "new", state: "closed", outcome });
    const reopen = (was = { handledAt: null, missedAt: null }) =>
      inbox.changeState(reference, { from: "closed", state: "new", at: null, was });
    const arrange = () =>
      bookings.arrange({ reference, kind: "training", local: "2026-12-05T10:00", minutes: 60 });

    const correct = (outcome: "client" | "no") =>
      inbox.changeState(reference, { from: "closed", state: "closed", outcome });
    await close("no");
    clock.advance(3 * secondMs);
    await correct("client");
    expect(await rows()).toEqual([wish]);
    await correct("no");
    expect(await rows()).toMatchObject([{ place_until: clock.now() + 10 * secondMs }]);
    await reopen();

    for (const outcome of ["client", "no"] as const) {
      await close(outcome);
      clock.advance(9 * secondMs);
      await reopen();
      expect(await rows()).toEqual([wish]);
    }
    const arranged = await arrange();
    clock.advance(9 * secondMs);
    expect(await bookings.undo((arranged as { id: string }).id)).toBe("done");
    expect(await rows()).toEqual([wish]);

    await close("client");
    clock.advance(11 * secondMs);
    expect(await isFree()).toBe(false);
    await reopen();
    await close("no");
    expect(await isFree()).toBe(false);
    clock.advance(11 * secondMs);
    expect(await isFree()).toBe(true);
    // A closed enquiry's wish of later, made by moving a date, is none of these decisions.
    await database.db
      .updateTable("appointments")
      .set({ place_until: clock.now() + hourMs })
      .execute();
    await close("no");
    clock.advance(11 * secondMs);
    expect(await isFree()).toBe(false);

    await reopen();
    expect(await arrange()).toMatchObject({ outcome: "done" });
    clock.advance(11 * secondMs);
    expect(await isFree()).toBe(true);
  });

  test("C3.3 C3.6 a wish that was moved as a wish has no second day when closing is taken back", async () => {
    const { ask, rows, hours, clock, bookings, database } = await openAppointments(engine);
    const inbox = createHandling({ database, dataDir: "", clock, mailHost: "a.example", onQueued: () => {} });
    const { reference } = await ask(thursday);
    hours(20);
    expect(await bookings.move((await rows())[0]?.id ?? "", "2026-12-10-1800-training", undefined)).toBe(
      "done",
    );
    const wish = await rows();
    expect(wish).toMatchObject([{ state: "wish", place_until: clock.now() + 4 * hourMs }]);
    await inbox.changeState(reference, { from: "new", state: "closed", outcome: "no" });
    clock.advance(9 * secondMs);
    await inbox.changeState(reference, { from: "closed", state: "new" });
    expect(await rows()).toEqual(wish);
  });

  test.each([4, 30])(
    "C3.3 C3.6 a wish that came from moving a date booked %i hours before has its day again when closing, or another date, is taken back",
    async (waited) => {
      const { ask, rows, ids, hours, clock, bookings, database } = await openAppointments(engine);
      const inbox = createHandling({
        database,
        dataDir: "",
        clock,
        mailHost: "a.example",
        onQueued: () => {},
      });
      const { reference } = await ask(thursday);
      const id = (await rows())[0]?.id ?? "";
      const moved = "2026-12-10-1800-training";
      expect(await bookings.accept(id, "2026-12-03T18:00")).toBe("done");
      hours(waited);
      expect(await bookings.move(id, moved, undefined)).toBe("done");
      const wish = await rows();
      expect(wish).toMatchObject([{ state: "wish", place_until: clock.now() + 24 * hourMs }]);

      const state = "in-contact";
      await inbox.changeState(reference, { from: state, state: "closed", outcome: "no" });
      clock.advance(9 * secondMs);
      await inbox.changeState(reference, { from: "closed", state });
      expect(await rows()).toEqual(wish);
      const local = "2026-12-05T10:00";
      const arranged = await bookings.arrange({ reference, kind: "training", local, minutes: 60 });
      expect(await bookings.undo((arranged as { id: string }).id)).toBe("done");
      expect(await rows()).toEqual(wish);
      hours(23);
      expect(await ids()).not.toContain(moved);
    },
  );

  test.each([0, 25])(
    "C3.6 C4.4 a date agreed %i hours after another was moved takes its place in the calendars, one of the past does not",
    async (waited) => {
      const { ask, rows, hours, bookings } = await openAppointments(engine);
      const { reference } = await ask(thursday);
      const id = (await rows())[0]?.id ?? "";
      await bookings.accept(id, "2026-12-03T18:00");
      await bookings.move(id, "2026-12-10-1800-training", undefined);
      hours(waited);
      const arrange = (local: string) =>
        bookings.arrange({ reference, kind: "training", local, minutes: 60 });
      const [past, coming] = ["2026-11-27T10:00", "2026-12-05T10:00"];
      expect(await arrange(past)).toMatchObject({ outcome: "done", id: expect.not.stringContaining(id) });
      expect(await arrange(coming)).toEqual({ outcome: "done", id });
      const agreed = { id, state: "booked", local_start: coming, sequence: 3 };
      expect(await rows()).toEqual(
        expect.arrayContaining([
          expect.objectContaining(agreed),
          expect.objectContaining({ state: "booked", local_start: past }),
        ]),
      );
      expect(await rows()).toHaveLength(2);
    },
  );

  test.each([null, thursday])(
    "C3.6 an arranged date ends the enquiry's reminder, which comes back when the date is taken back; with a wish of %s",
    async (asked) => {
      const { ask, bookings, db } = await openAppointments(engine);
      const { reference } = await ask(asked);
      const reminders = () => db.selectFrom("enquiries").select("remind_at").execute();
      await db.updateTable("enquiries").set({ remind_at: 1 }).where("reference", "=", reference).execute();
      const arranged = await bookings.arrange({
        reference,
        kind: asked ? "training" : "talk",
        local: asked ? "2026-12-03T18:00" : "2026-12-01T17:30",
        minutes: 30,
      });
      expect(await reminders()).toEqual([{ remind_at: null }]);
      expect(await bookings.undo((arranged as { id: string }).id)).toBe("done");
      expect(await reminders()).toEqual([{ remind_at: 1 }]);
    },
  );

  test("C4.3 a reminder is queued once at 18:00 the day before, never for what was cancelled", async () => {
    const { ask, rows, bookings, clock } = await openAppointments(engine);
    await ask(wednesday);
    await ask(tuesday);
    const [other] = (await rows()).filter(({ local_start }) => local_start.startsWith("2026-12-01"));
    await bookings.cancel(other?.id ?? "", "visitor");
    clock.advance(Date.parse("2026-12-01T17:59:59+01:00") - clock.now());
    expect(await bookings.remind()).toBe(0);
    clock.advance(1000);
    expect(await Promise.all([bookings.remind(), bookings.remind()])).toEqual(expect.arrayContaining([1, 0]));
    clock.advance(hourMs);
    expect(await bookings.remind()).toBe(0);
  });

  test("C4.3 a server that was off at 18:00 reminds later, but not less than twelve hours ahead", async () => {
    const { ask, bookings, clock } = await openAppointments(engine);
    await ask(wednesday);
    clock.advance(Date.parse("2026-12-02T05:30:01+01:00") - clock.now());
    expect(await bookings.remind()).toBe(0);
  });

  test("C4.3 a clock that is days ahead for a moment takes away no reminder", async () => {
    const { ask, bookings, clock } = await openAppointments(engine);
    await ask(wednesday);
    clock.advance(10 * dayMs);
    expect(await bookings.remind()).toBe(0);
    clock.advance(Date.parse("2026-12-01T18:00+01:00") - clock.now());
    expect(await bookings.remind()).toBe(1);
  });

  test("C4.6 retention waits for an appointment that is still to come", async () => {
    const { ask, rows, db, clock } = await openAppointments(engine);
    await ask(tuesday);
    const purgeAfter = (days: number) =>
      db.transaction().execute((transaction) => {
        clock.advance(days * 24 * hourMs);
        return purge(transaction, { now: clock.now(), retentionDays: 1 });
      });
    await db.deleteFrom("outbox").execute();
    expect([await purgeAfter(1.1), (await rows()).length]).toEqual([0, 1]);
    expect([await purgeAfter(1), (await rows()).length]).toEqual([1, 0]);
  });

  test("C4.6 erasing an enquiry takes its appointment, the links to it and the e-mails about it", async () => {
    const { ask, rows, ids, appointments, db, outbox } = await openAppointments(engine);
    const { reference } = await ask(tuesday);
    await composeAll({ appointments, db, outbox });
    await db.deleteFrom("enquiries").where("reference", "=", reference).execute();
    expect(await rows()).toEqual([]);
    expect(await outbox()).toEqual([]);
    expect(await db.selectFrom("appointment_tokens").selectAll().execute()).toEqual([]);
    expect(await ids()).toContain(tuesday);
  });
}

/** Writes every e-mail that waits, which makes the links in them. */
async function composeAll({
  appointments,
  db,
  outbox,
}: Pick<Awaited<ReturnType<typeof openAppointments>>, "appointments" | "db" | "outbox">) {
  for (const message of await outbox()) {
    const enquiry = await db
      .selectFrom("enquiries")
      .selectAll()
      .where("reference", "=", message.reference)
      .executeTakeFirstOrThrow();
    await appointments.forEnquiries.compose(db, message, { enquiry, context });
  }
}
