import { expect, test } from "vitest";
import { minuteMs } from "../clock.ts";
import type { Engine } from "../testing/engines.ts";
import { createTestClock, createTestLog, makeTemporaryFolder } from "../testing/fixtures.ts";
import { paragraph } from "./email-message.server.ts";
import type { SendResult } from "./mailer.server.ts";
import { createOutbox } from "./outbox.server.ts";
import { createQueue, enqueue } from "./queue.server.ts";
import { createSender } from "./sender.server.ts";

const email = {
  from: { name: "Studio", address: "kontakt@studio.example" },
  to: { name: "", address: "ala@poczta.example" },
  subject: "Próba",
  look: { name: "Studio" },
  blocks: [paragraph("Tak")],
};

/** Workers that take over from each other, on both databases. */
export function outboxContract(engine: Engine): void {
  /** A worker of a process with its own connection; `dataDir` is a machine's folder. */
  async function setUp() {
    const clock = createTestClock();
    const log = createTestLog();
    const sent: string[] = [];
    async function startWorker(dataDir: string, send = async (): Promise<SendResult> => ({ kind: "sent" })) {
      const database = await engine.open();
      const sender = createSender(dataDir, log);
      const outbox = createOutbox({
        queue: createQueue({ database, clock, random: () => 1 }),
        sender,
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
        log,
      });
      return { ...outbox, database, die: sender.end };
    }
    /** A worker that has begun to send the only message and gets no answer. */
    async function startStuck(dataDir: string) {
      const begun = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<SendResult>();
      const worker = await startWorker(dataDir, () => {
        begun.resolve();
        return answer.promise;
      });
      await worker.database.db.transaction().execute((transaction) =>
        enqueue(transaction, {
          kind: "digest",
          reference: null,
          mailHost: "x.example",
          now: clock.now(),
        }),
      );
      const sending = worker.sendDue();
      await begun.promise;
      const answered = async () => {
        answer.resolve({ kind: "sent" });
        await sending;
      };
      return { ...worker, answered };
    }
    return { clock, log, sent, startWorker, startStuck };
  }

  test("a message of a process of this machine that died is taken over at once, before and after a restart", async () => {
    const { sent, startWorker, startStuck } = await setUp();
    const beside = await startWorker(engine.dataDir);
    const first = await startStuck(engine.dataDir);
    await beside.sendDue();
    expect(sent).toEqual([]);
    first.die();
    await beside.sendDue();
    expect(sent).toHaveLength(1);

    const second = await startStuck(engine.dataDir);
    second.die();
    const restarted = await startWorker(engine.dataDir);
    await restarted.sendDue();
    expect(sent).toHaveLength(2);
  });

  test("a message of a living process is left to it, even if another starts beside it", async () => {
    const { sent, clock, startWorker, startStuck } = await setUp();
    const slow = await startStuck(engine.dataDir);
    const beside = await startWorker(engine.dataDir);
    clock.advance(minuteMs / 2);
    await beside.sendDue();
    expect(sent).toEqual([]);
    await slow.answered();
    await beside.sendDue();
    expect(sent).toHaveLength(1);
  });

  test("a message of a process on another machine, or without a lock, is taken over after a minute", async () => {
    const elsewhere = makeTemporaryFolder();
    const { sent, clock, log, startWorker, startStuck } = await setUp();
    try {
      const worker = await startWorker(engine.dataDir);
      for (const dataDir of [elsewhere.path, "/dev/null/no-folder"]) {
        const before = sent.length;
        (await startStuck(dataDir)).die();
        await worker.sendDue();
        clock.advance(minuteMs - 1);
        await worker.sendDue();
        expect(sent).toHaveLength(before);
        clock.advance(1);
        await worker.sendDue();
        expect(sent).toHaveLength(before + 1);
      }
      expect(log.lines.filter((line) => line.startsWith("warn"))).toEqual([
        expect.stringContaining("sender has no lock"),
      ]);
    } finally {
      elsewhere.remove();
    }
  });
}
