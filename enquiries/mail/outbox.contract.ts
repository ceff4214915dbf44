import { expect, test } from "vitest";
import { minuteMs, secondMs } from "../clock.ts";
import { isPostgres } from "../storage/database.server.ts";
import type { Engine } from "../testing/engines.ts";
import { createTestClock, createTestLog } from "../testing/fixtures.ts";
import { paragraph } from "./email-message.server.ts";
import type { SendResult } from "./mailer.server.ts";
import { createOutbox } from "./outbox.server.ts";
import { createQueue, enqueue } from "./queue.server.ts";

const email = {
  from: { name: "Studio", address: "kontakt@studio.example" },
  to: { name: "", address: "ala@poczta.example" },
  subject: "Próba",
  blocks: [paragraph("Tak")],
};

/** Workers that take over from each other, on both databases. */
export function outboxContract(engine: Engine): void {
  /** Workers of processes that each have a connection of their own. */
  async function setUp() {
    const clock = createTestClock();
    const sent: string[] = [];
    async function createWorker(
      machine = "here",
      send = async (): Promise<SendResult> => ({ kind: "sent" }),
    ) {
      const database = await engine.open();
      const outbox = createOutbox({
        queue: createQueue({ database, clock, random: () => 1, machine }),
        mailer: () => ({
          check: async () => ({ kind: "sent" }),
          async send(_email, messageId) {
            const result = await send();
            sent.push(messageId);
            return result;
          },
        }),
        compose: async () => email,
        clock,
        log: createTestLog(),
      });
      return { ...outbox, database };
    }
    /** A worker that has begun to send the only message and gets no answer. */
    async function startStuck(machine = "here") {
      const begun = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<SendResult>();
      const worker = await createWorker(machine, () => {
        begun.resolve();
        return answer.promise;
      });
      await worker.database.db
        .transaction()
        .execute((transaction) =>
          enqueue(transaction, { kind: "digest", reference: null, mailHost: "x.example", now: clock.now() }),
        );
      const sending = worker.sendDue();
      await begun.promise;
      return async () => {
        answer.resolve({ kind: "sent" });
        await sending;
      };
    }
    return { clock, sent, createWorker, startStuck };
  }

  test("a message of a process that died is sent at once by the next one on its machine", async () => {
    const { sent, createWorker, startStuck } = await setUp();
    await startStuck();
    const next = await createWorker();
    await next.start();
    await expect.poll(() => sent).toHaveLength(1);
    await next.stop(secondMs);
  });

  test("a server that starts on another machine leaves a message to a living process", async () => {
    const { sent, createWorker, startStuck } = await setUp();
    const answer = await startStuck();
    const other = await createWorker("there");
    // All processes that share an SQLite file are on one machine.
    if (!isPostgres(other.database.db)) return;
    await other.start();
    await other.stop(secondMs);
    await other.sendDue();
    expect(sent).toEqual([]);
    await answer();
    expect(sent).toHaveLength(1);
  });

  test("a message of a living process is left to it", async () => {
    const { clock, sent, createWorker, startStuck } = await setUp();
    const beside = await createWorker();
    const answer = await startStuck();
    await beside.sendDue();
    clock.advance(minuteMs / 2);
    await beside.sendDue();
    expect(sent).toEqual([]);
    await answer();
    await beside.sendDue();
    expect(sent).toHaveLength(1);
  });

  test("a message of a process that died is taken over after a minute by one that is running", async () => {
    const { clock, sent, createWorker, startStuck } = await setUp();
    const beside = await createWorker();
    await startStuck();
    await beside.sendDue();
    clock.advance(minuteMs - 1);
    await beside.sendDue();
    expect(sent).toEqual([]);
    clock.advance(1);
    await beside.sendDue();
    expect(sent).toHaveLength(1);
  });
}
