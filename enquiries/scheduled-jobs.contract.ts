import { sql } from "kysely";
import { expect, test } from "vitest";
import { type CanaryReport, canaryJob } from "./canary.server.ts";
import { dayMs, hourMs, minuteMs } from "./clock.ts";
import { createJobs } from "./jobs.server.ts";
import { createScheduledJobs } from "./scheduled-jobs.server.ts";
import type { Engine } from "./testing/engines.ts";
import { anEnquiry, createTestClock, createTestLog } from "./testing/fixtures.ts";
import { mailHost, openInbox } from "./testing/open-inbox.ts";

const polishClock = new Intl.DateTimeFormat("pl", { timeStyle: "short", timeZone: "Europe/Warsaw" });

/** The scheduled jobs, on both databases. */
export function scheduledJobsContract(engine: Engine): void {
  async function setUp(clock = createTestClock()) {
    const { database, store, queue, inbox } = await openInbox(engine, { clock, limits: "on" });
    const jobs = createJobs({ database, clock });
    const log = createTestLog();
    const retention = { days: 30, isClockSteady: true };
    const morning: { hour: number | undefined; announced: number } = { hour: undefined, announced: 0 };
    let canaries = 0;
    const canaryReport: { ok: boolean } = { ok: true };
    const mail = { isSet: true };
    async function sendCanary(): Promise<CanaryReport> {
      canaries += 1;
      const report: CanaryReport = canaryReport.ok ? { ok: true, tookMs: 1 } : { ok: false, problem: "" };
      await jobs.record(canaryJob, report);
      return report;
    }
    const work = createScheduledJobs({
      database,
      dataDir: engine.dataDir,
      jobs,
      clock,
      log,
      mailHost,
      settings: () => ({ enquiryRetentionDays: retention.days, morningHour: morning.hour }),
      isClockSteady: async () => retention.isClockSteady,
      canary: () => (mail.isSet ? sendCanary : undefined),
      sendReminders: async () => {},
      async announceToday() {
        morning.announced += 1;
      },
      alertOfProblems: async () => {},
    });
    const add = async (message: string, reasons: string[] = []) =>
      (await store.accept({ enquiry: { ...anEnquiry, message }, key: undefined, reasons, canary: false }))
        .reference;
    const digests = () => database.db.selectFrom("outbox").selectAll().where("kind", "=", "digest").execute();
    const enquiries = () => database.db.selectFrom("enquiries").selectAll().execute();
    return {
      database,
      clock,
      log,
      queue,
      release: inbox.release,
      work,
      add,
      digests,
      enquiries,
      retention,
      canaryReport,
      mail,
      morning,
      canaries: () => canaries,
    };
  }

  test("C4.5 changes of what a job has found are made one after the other, none over another", async () => {
    const { database, clock } = await setUp();
    const jobs = createJobs({ database, clock });
    const add = (one: number) =>
      jobs.update("busy-calendars", (found) => [...(Array.isArray(found) ? found : []), one]);
    await Promise.all(Array.from({ length: 9 }, (_, one) => add(one)));
    const found = (await jobs.last("busy-calendars"))?.detail as number[];
    expect(found.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  async function passDays(days: number, { clock, work }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      clock.advance(dayMs);
      await work.everyMinute();
    }
  }

  test("the digest is sent once a day and lists each quarantined enquiry once", async () => {
    const site = await setUp();
    await site.work.everyMinute();
    expect(await site.digests()).toHaveLength(0);
    const [one, other] = [await site.add("Jeden", ["powód"]), await site.add("Dwa", ["powód"])];
    await site.add("Zwykłe");
    await site.work.everyMinute();
    expect(await site.digests()).toHaveLength(0);
    await passDays(1, site);
    const [digest] = await site.digests();
    const listed = (await site.enquiries()).filter(({ digest_id }) => digest_id === digest?.id);
    expect(listed.map(({ reference }) => reference).sort()).toEqual([one, other].sort());
    await passDays(2, site);
    expect(await site.digests()).toHaveLength(1);
    await site.add("Trzy", ["powód"]);
    await passDays(1, site);
    expect(await site.digests()).toHaveLength(2);
  });

  test("the next digest lists the enquiries of one that was given up, together with new ones", async () => {
    const site = await setUp();
    const reference = await site.add("Jeden", ["powód"]);
    await site.work.everyMinute();
    const [digest] = await site.digests();
    await site.database.db
      .updateTable("outbox")
      .set({ status: "dead" })
      .where("kind", "=", "digest")
      .execute();
    const newer = await site.add("Dwa", ["powód"]);
    await passDays(1, site);
    const [other] = (await site.digests()).filter(({ id }) => id !== digest?.id);
    const listed = (await site.enquiries()).filter(({ digest_id }) => digest_id === other?.id);
    expect(listed.map((enquiry) => enquiry.reference).sort()).toEqual([reference, newer].sort());
    await passDays(1, site);
    expect(await site.digests()).toHaveLength(2);
  });

  test("the digest lists an enquiry whose e-mail was given up, once, and not while it is being sent again", async () => {
    const site = await setUp();
    const [lost, revived] = [await site.add("Jeden"), await site.add("Dwa")];
    const messages = site.database.db.updateTable("outbox");
    await messages.set({ status: "dead" }).where("kind", "=", "trainer").execute();
    await messages.set({ status: "waiting" }).where("reference", "=", revived).execute();
    await site.work.everyMinute();
    await passDays(1, site);
    expect(await site.digests()).toHaveLength(1);
    const listed = (await site.enquiries()).filter(({ digest_id }) => digest_id !== null);
    expect(listed.map(({ reference }) => reference)).toEqual([lost]);
  });

  test("the digest lists a released enquiry again when its e-mail is given up", async () => {
    const site = await setUp();
    const reference = await site.add("Jeden", ["powód"]);
    await site.work.everyMinute();
    await site.database.db.updateTable("outbox").set({ status: "sent" }).execute();
    await site.release(reference);
    const own = site.database.db.updateTable("outbox").where("kind", "=", "trainer");
    await own.set({ status: "dead" }).execute();
    await passDays(1, site);
    expect(await site.digests()).toHaveLength(2);
  });

  test("two servers send one digest and one canary", async () => {
    const clock = createTestClock();
    const [one, other] = [await setUp(clock), await setUp(clock)];
    await one.add("Jeden", ["powód"]);
    await Promise.all([one.work.everyMinute(), other.work.everyMinute()]);
    expect(await one.digests()).toHaveLength(1);
    expect(one.canaries() + other.canaries()).toBe(1);
  });

  test("old enquiries are purged daily, with their mail and digests", async () => {
    const site = await setUp();
    await site.add("Stare");
    await site.add("Stare i podejrzane", ["powód"]);
    await site.work.everyMinute();
    site.clock.advance(28 * dayMs);
    await passDays(1, site);
    expect(await site.enquiries()).toHaveLength(2);
    const { queue } = site;
    for (const message of await queue.claim(10)) await queue.settle(message, { kind: "sent" });
    await passDays(3, site);
    expect(await site.enquiries()).toHaveLength(0);
    expect(await site.database.db.selectFrom("outbox").selectAll().execute()).toHaveLength(0);
  });

  test("hashes of addresses that an earlier version stored are purged", async () => {
    const site = await setUp();
    const { db } = site.database;
    await sql`insert into enquiry_limits (key, points, expire) values ('enquiries-0:5f4dcc3b', 3, 1)`.execute(
      db,
    );
    await passDays(2, site);
    expect((await sql`select * from enquiry_limits`.execute(db)).rows).toEqual([]);
  });

  test("P8.2 a retention that changes holds at the next purge", async () => {
    const site = await setUp();
    await site.add("Sprzed tygodnia");
    await passDays(7, site);
    expect(await site.enquiries()).toHaveLength(1);
    site.retention.days = 6;
    await passDays(1, site);
    // The owner does not know of an enquiry whose e-mail still waits.
    expect(await site.enquiries()).toHaveLength(1);
    const { queue } = site;
    for (const message of await queue.claim(10)) await queue.settle(message, { kind: "sent" });
    await passDays(1, site);
    expect(await site.enquiries()).toHaveLength(0);
  });

  test("nothing is purged until the clock can be trusted", async () => {
    const site = await setUp();
    await site.add("Stare");
    const messages = site.database.db.updateTable("outbox");
    await messages.set({ status: "sent" }).execute();
    site.retention.isClockSteady = false;
    site.clock.advance(30 * dayMs);
    await passDays(2, site);
    expect(await site.enquiries()).toHaveLength(1);
    site.retention.isClockSteady = true;
    await passDays(1, site);
    expect(await site.enquiries()).toHaveLength(0);
  });

  test("daily work continues after the clock is set back", async () => {
    const site = await setUp();
    await site.work.everyMinute();
    site.clock.set(-dayMs);
    await site.work.everyMinute();
    expect(site.canaries()).toBe(2);
    site.clock.advance(7 * dayMs - minuteMs);
    await site.work.everyMinute();
    expect(site.canaries()).toBe(2);
    site.clock.advance(hourMs);
    await site.work.everyMinute();
    expect(site.canaries()).toBe(3);
  });

  test("C7.5 the canary runs each week, once a mail server is set", async () => {
    const site = await setUp();
    site.mail.isSet = false;
    await passDays(8, site);
    expect(site.canaries()).toBe(0);
    site.mail.isSet = true;
    await passDays(7, site);
    expect(site.canaries()).toBe(1);
    await passDays(1, site);
    expect(site.canaries()).toBe(2);
  });

  test("a canary that failed is repeated every quarter of an hour until it succeeds", async () => {
    const site = await setUp();
    site.canaryReport.ok = false;
    const canariesAfter = async (...pauses: number[]) => {
      for (const minutes of pauses) {
        site.clock.advance(minutes * minuteMs);
        await site.work.everyMinute();
      }
      return site.canaries();
    };
    expect(await canariesAfter(1)).toBe(1);
    expect(await canariesAfter(14)).toBe(1);
    expect(await canariesAfter(1)).toBe(2);
    site.canaryReport.ok = true;
    expect(await canariesAfter(15)).toBe(3);
    expect(await canariesAfter(15, 15, 15, 15)).toBe(3);
  });

  test("C1.2 the day is announced once a morning at the owner's hour, across both changes of the clocks, by one of two servers", async () => {
    for (const day of ["2027-03-27", "2027-10-30"]) {
      const clock = createTestClock(Date.parse(`${day}T00:00:00+01:00`));
      const [one, other] = [await setUp(clock), await setUp(clock)];
      one.morning.hour = 7;
      other.morning.hour = 7;
      const announcedAt: string[] = [];
      for (let minute = 0; minute < 3 * 24 * 60; minute += 30) {
        const before = one.morning.announced + other.morning.announced;
        await Promise.all([one.work.announceToday(), other.work.announceToday()]);
        if (one.morning.announced + other.morning.announced > before)
          announcedAt.push(polishClock.format(clock.now()));
        clock.advance(30 * minuteMs);
      }
      expect(announcedAt).toEqual(["07:00", "07:00", "07:00"]);
      await one.database.db.deleteFrom("jobs").execute();
    }
  });

  test("C1.2 nobody is told in the afternoon, nor while the owner wants no such notification", async () => {
    const site = await setUp(createTestClock(Date.parse("2026-11-23T14:00:00+01:00")));
    site.morning.hour = 7;
    await site.work.everyMinute();
    site.morning.hour = undefined;
    await passDays(1, site);
    expect(site.morning.announced).toBe(0);
  });

  test("work that fails is logged by name and does not stop the other work", async () => {
    const site = await setUp();
    await site.database.db.schema.alterTable("canary_tokens").renameTo("away").execute();
    try {
      await site.work.everyMinute();
      await passDays(1, site);
    } finally {
      await site.database.db.schema.alterTable("away").renameTo("canary_tokens").execute();
    }
    expect(site.log.lines.filter((line) => line.includes('"work":"purgeOld"'))).toHaveLength(2);
    expect(site.canaries()).toBe(1);
  });

  test("an enquiry released before the digest is not listed in it", async () => {
    const site = await setUp();
    const reference = await site.add("Jeden", ["powód"]);
    expect(await site.release(reference)).toBe("done");
    await site.work.everyMinute();
    expect(await site.digests()).toHaveLength(0);
  });
}
