import { expect, test } from "vitest";
import { dayMs, hourMs, secondMs } from "../clock.ts";
import type { OutboxTable } from "../storage/tables.server.ts";
import type { Engine } from "../testing/engines.ts";
import { createTestClock } from "../testing/fixtures.ts";
import { createQueue, enqueue, undoMs } from "./queue.server.ts";

/** The outbox table, on both databases. */
export function queueContract(engine: Engine): void {
  async function open(clock = createTestClock()) {
    const database = await engine.open();
    const queue = createQueue({ database, clock, random: () => 1 });
    async function add(count: number, kind: OutboxTable["kind"] = "digest"): Promise<void> {
      await database.db.transaction().execute(async (transaction) => {
        for (let added = 0; added < count; added += 1) {
          await enqueue(transaction, { kind, reference: null, mailHost: "x.example", now: clock.now() });
        }
      });
    }
    const rows = () => database.db.selectFrom("outbox").selectAll().execute();
    return { database, clock, queue, add, rows };
  }

  test("workers that claim at the same time never get the same message", async () => {
    const clock = createTestClock();
    const [one, other] = [await open(clock), await open(clock)];
    await one.add(40);
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? one : other).queue.claim(3)),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await one.queue.claim(40);
    expect(ids.length + rest.length).toBe(40);
    expect(await other.queue.claim(40)).toEqual([]);
  });

  test("a sent message is settled for good", async () => {
    const { queue, add, rows, clock } = await open();
    await add(1);
    const [message] = await queue.claim(1);
    if (!message) throw new Error("nothing claimed");
    expect(await queue.settle(message, { kind: "sent" })).toBe("sent");
    expect(await rows()).toMatchObject([
      { status: "sent", attempts: 1, lease: null, settled_at: clock.now(), last_fault: null },
    ]);
    expect(await queue.claim(1)).toEqual([]);
  });

  test.each(["visitor", "canary"] as const)(
    "a refused %s message is given up at once and kept",
    async (kind) => {
      const { queue, add, rows } = await open();
      await add(1, kind);
      const [message] = await queue.claim(1);
      if (!message) throw new Error("nothing claimed");
      expect(await queue.settle(message, { kind: "refused", codes: "550 EENVELOPE RCPT TO" })).toBe("dead");
      expect(await rows()).toMatchObject([{ status: "dead", last_fault: "refused 550 EENVELOPE RCPT TO" }]);
    },
  );

  test("wrong credentials leave a message due and do not count as an attempt", async () => {
    const { queue, add, rows, clock } = await open();
    await add(1);
    for (let day = 0; day < 10; day += 1) {
      const [message] = await queue.claim(1);
      if (!message) throw new Error("nothing claimed");
      expect(await queue.settle(message, { kind: "credentials", codes: "535 EAUTH" })).toBe("waiting");
      clock.advance(dayMs);
    }
    expect(await rows()).toMatchObject([{ status: "waiting", attempts: 0, lease: null }]);
  });

  test.each([
    ["later", ["trainer", "visitor"]],
    ["refused", ["digest", "reminder", "trainer"]],
  ] as const)(
    "messages that fail (%s) are tried for more than five days, ever more rarely, then given up: %j",
    async (kind, messageKinds) => {
      const { queue, add, rows, clock } = await open();
      for (const messageKind of messageKinds) await add(1, messageKind);
      const startMs = clock.now();
      const triedAfterMs: number[] = [];
      for (const ends = new Set<string>(); !ends.has("dead"); ) {
        const messages = await queue.claim(10);
        expect(messages.map((message) => message.kind).sort()).toEqual(messageKinds);
        triedAfterMs.push(clock.now() - startMs);
        for (const message of messages) ends.add(await queue.settle(message, { kind, codes: "550" }));
        const [row] = await rows();
        clock.advance((row?.next_attempt_at ?? 0) - clock.now() - 1);
        expect(await queue.claim(10)).toEqual([]);
        clock.advance(1);
      }
      expect(triedAfterMs.slice(0, 4)).toEqual([0, 30 * secondMs, 90 * secondMs, 210 * secondMs]);
      const gapsMs = triedAfterMs.slice(1).map((ms, index) => ms - (triedAfterMs[index] ?? 0));
      expect(Math.max(...gapsMs)).toBe(hourMs);
      expect(triedAfterMs.at(-1)).toBeGreaterThan(5 * dayMs);
      const end = { status: "dead", last_fault: `${kind} 550` };
      expect(await rows()).toMatchObject(messageKinds.map(() => end));
    },
  );

  test("a worker that lost its lease can report a success but not a failure", async () => {
    const { queue, add, rows } = await open();
    await add(1);
    const [mine] = await queue.claim(1);
    if (!mine) throw new Error("nothing claimed");
    await queue.releaseAtStart();
    const [theirs] = await queue.claim(1);
    await queue.settle(mine, { kind: "later", codes: "451" });
    expect(await rows()).toMatchObject([{ status: "waiting", attempts: 0, lease: theirs?.lease }]);
    await queue.settle(mine, { kind: "sent" });
    expect(await rows()).toMatchObject([{ status: "sent" }]);
  });

  test("makeAllDue makes waiting messages due and leaves alone what is settled or being sent", async () => {
    const { queue, add, rows } = await open();
    await add(3);
    const [later, sent] = await queue.claim(3);
    if (!later || !sent) throw new Error("nothing claimed");
    await queue.settle(later, { kind: "later", codes: "451" });
    await queue.settle(sent, { kind: "sent" });
    expect(await queue.claim(3)).toEqual([]);
    await queue.makeAllDue();
    expect((await queue.claim(3)).map(({ id }) => id)).toEqual([later.id]);
    expect((await rows()).filter(({ status }) => status === "sent")).toHaveLength(1);
  });

  test("what waits is due after the clock was set back by a day", async () => {
    const { queue, add, clock } = await open();
    await add(1);
    const [message] = await queue.claim(1);
    if (!message) throw new Error("nothing claimed");
    await queue.settle(message, { kind: "later", codes: "451" });
    expect(await queue.claim(1)).toEqual([]);
    clock.set(-dayMs);
    expect(await queue.claim(1)).toHaveLength(1);
    clock.set(-dayMs);
    await add(1);
    expect(await queue.claim(2)).toHaveLength(2);
  });

  test("C3.6 after a restart the e-mail about the trainer's change goes no earlier: it can still be taken back", async () => {
    const { database, clock, queue, add } = await open();
    await add(1);
    const held = database.db.updateTable("outbox").set({ next_attempt_at: clock.now() + undoMs });
    await held.execute();
    await queue.makeAllDue();
    clock.advance(undoMs - 1);
    expect(await queue.claim(1)).toEqual([]);
    clock.advance(1);
    expect(await queue.claim(1)).toHaveLength(1);
  });
}
