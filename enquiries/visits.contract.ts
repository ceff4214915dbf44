import { expect, onTestFinished, test, vi } from "vitest";
import { dayMs, minuteMs } from "./clock.ts";
import { purge } from "./retention.server.ts";
import type { Engine } from "./testing/engines.ts";
import { anEnquiry, createTestClock, createTestLog } from "./testing/fixtures.ts";
import { openInbox } from "./testing/open-inbox.ts";
import { createVisits } from "./visits.server.ts";

/** Counting visits, on both databases. */
export function visitsContract(engine: Engine): void {
  const clock = createTestClock();
  const fromGoogle = { page: "/", source: "Google" };

  async function startProcess() {
    const { db } = await engine.open();
    const visits = createVisits({ db, clock, log: createTestLog() });
    return { ...visits, db, rows: () => db.selectFrom("visits").selectAll().orderBy("page").execute() };
  }

  test("C6.1 visits are counts by day, page and source", async () => {
    const { count, stop, rows } = await startProcess();
    count(fromGoogle);
    count(fromGoogle);
    count({ page: "/kontakt", source: "z:ulotka" });
    await stop();
    expect(await rows()).toEqual([
      { day: "2026-11-21", ...fromGoogle, count: 2 },
      { day: "2026-11-21", page: "/kontakt", source: "z:ulotka", count: 1 },
    ]);
  });

  test("C6.3 several processes add up; one that is killed loses what it counted since the last minute", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const [killed, other] = [await startProcess(), await startProcess()];
    killed.start();
    killed.count(fromGoogle);
    await other.rows();
    vi.advanceTimersByTime(minuteMs);
    await expect.poll(() => other.rows()).toMatchObject([{ count: 1 }]);
    killed.count(fromGoogle);
    other.count(fromGoogle);
    other.count(fromGoogle);
    await other.stop();
    expect(await other.rows()).toMatchObject([{ count: 3 }]);
  });

  test("C6.3 what the database cannot take is counted later", async () => {
    const { count, stop, rows, db } = await startProcess();
    await db.schema.alterTable("visits").renameTo("away").execute();
    count(fromGoogle);
    await stop();
    await db.schema.alterTable("away").renameTo("visits").execute();
    count(fromGoogle);
    await stop();
    expect(await rows()).toMatchObject([{ count: 2 }]);
  });

  test("C6.1 the owner sees a week and a year: visits by source, and what became of those who wrote", async () => {
    const { count, stop, db } = await startProcess();
    const { inbox } = await openInbox(engine, { clock });
    const add = (reference: string, more: object) =>
      db
        .insertInto("enquiries")
        .values({
          ...anEnquiry,
          slot: undefined,
          key: null,
          preferred_time: null,
          preferredTime: undefined,
          reference,
          content_hash: reference,
          status: "accepted",
          reasons: "[]",
          digest_id: null,
          search_text: "",
          received_at: clock.now(),
          ...more,
        } as never)
        .execute();
    const aMonthAgo = clock.now() - 30 * dayMs;
    clock.set(-30 * dayMs);
    count(fromGoogle);
    clock.set(30 * dayMs);
    count(fromGoogle);
    count({ page: "/kontakt", source: "z:ulotka" });
    count({ page: "/kontakt", source: "z:ulotka" });
    await stop();
    await add("answered", { first_contact_at: clock.now(), state: "scheduled" });
    await add("waits", {});
    await add("trains", {
      received_at: aMonthAgo,
      first_contact_at: aMonthAgo + 2 * dayMs,
      outcome: "client",
      state: "closed",
    });
    await add("spam", { status: "quarantined" });
    const { funnels, countedSince } = await inbox.stats();
    expect(countedSince).toBe("2026-10-22");
    expect(funnels.week).toEqual({
      visits: 3,
      formVisits: 2,
      sources: [
        { source: "z:ulotka", visits: 2 },
        { source: "Google", visits: 1 },
      ],
      wrote: 2,
      booked: 1,
      clients: 0,
      missed: 0,
      answeredInADay: 1,
      answeredLate: 0,
    });
    expect(funnels.year).toMatchObject({
      visits: 4,
      formVisits: 2,
      wrote: 3,
      booked: 2,
      clients: 1,
      answeredInADay: 1,
      answeredLate: 1,
    });
  });

  test("C6.1 counts are kept for 25 months at most", async () => {
    const { count, stop, rows, db } = await startProcess();
    count(fromGoogle);
    await stop();
    const at = (now: number) =>
      db.transaction().execute((transaction) => purge(transaction, { now, retentionDays: 365 }));
    await at(Date.UTC(2028, 11, 1));
    expect(await rows()).toHaveLength(1);
    await at(Date.UTC(2028, 11, 21));
    expect(await rows()).toEqual([]);
  });
}
