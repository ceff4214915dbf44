import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, minuteMs, secondMs, waitAtMost } from "../clock.ts";
import { describeFault, type Log } from "../log.ts";
import { serverPauseMs } from "./backoff.server.ts";
import type { Letter } from "./letter.server.ts";
import type { LeasedMessage, Queue, QueuedMessage } from "./queue.server.ts";
import type { Delivery, Post } from "./transport.server.ts";

type OutboxDeps = {
  queue: Queue;
  post: Post;
  /** The words of a message, undefined when there is nothing left to tell. */
  write: (message: QueuedMessage) => Promise<Letter | undefined>;
  clock: Clock;
  log: Log;
};

const batchSize = 4;
const pollMs = 5 * secondMs;
const leaseMs = minuteMs;
const credentialsPauseMs = 5 * minuteMs;
const clockJumpMs = minuteMs;

/** The worker that sends what waits in the outbox. */
export function createOutbox({ queue, post, write, clock, log }: OutboxDeps) {
  const held = new Set<string>();
  const firstSeenMs = new Map<string, number>();
  let credentialsRefused = false;
  let serverFailures = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let clockOffsetMs = clock.now() - clock.monotonicMs();

  let stopping = false;
  let wakeUp = () => {};
  let running: Promise<void> | undefined;

  function start(): void {
    running ??= run();
  }

  /** Says that something new waits. */
  const wake = () => wakeUp();

  /** Ends the worker, leaving what is being sent up to `timeoutMs` to end; what then still hangs is sent again later. */
  async function stop(timeoutMs: number): Promise<void> {
    stopping = true;
    wake();
    await waitAtMost(running, timeoutMs);
  }

  async function run(): Promise<void> {
    await survive(async () => {
      // Whoever restarts the server has perhaps just repaired something.
      await queue.hurry();
      heedServer([await post.check()]);
    });
    while (!stopping) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      await survive(sendDue);
      if (!stopping) await Promise.race([woken, sleep(pollMs, undefined, { ref: false })]);
    }
  }

  async function survive(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (fault) {
      log.error(describeFault(fault), "outbox could not be read or written");
    }
  }

  /** Sends everything that is due now. */
  async function sendDue(): Promise<void> {
    for (;;) {
      await heedClock();
      await freeAbandoned();
      if (stopping || clock.monotonicMs() < pausedUntilMs) return;
      const [first, ...others] = await queue.claim(batchSize);
      if (!first) return;
      await deliverAll([first, ...others]);
    }
  }

  /** Stored due times are the clock's: when it is set back a day, nothing may wait that day. */
  async function heedClock(): Promise<void> {
    const offsetMs = clock.now() - clock.monotonicMs();
    const jumpMs = offsetMs - clockOffsetMs;
    clockOffsetMs = offsetMs;
    if (Math.abs(jumpMs) < clockJumpMs) return;
    log.warn({ jumpMs }, "the clock was set; everything in the outbox is due now");
    await queue.hurry();
  }

  /**
   * Frees the leases of workers that died. A lease carries no time: it counts as abandoned once it has been seen here, by our
   * own stopwatch, for longer than any sending takes. So no clock can take a message from a worker that lives.
   */
  async function freeAbandoned(): Promise<void> {
    const leases = (await queue.leases()).filter((lease) => !held.has(lease));
    for (const lease of firstSeenMs.keys()) if (!leases.includes(lease)) firstSeenMs.delete(lease);
    for (const lease of leases) {
      const sinceMs = firstSeenMs.get(lease) ?? clock.monotonicMs();
      firstSeenMs.set(lease, sinceMs);
      if (clock.monotonicMs() - sinceMs >= leaseMs) await queue.free(lease);
    }
  }

  async function deliverAll(batch: [LeasedMessage, ...LeasedMessage[]]): Promise<void> {
    const [{ lease }] = batch;
    held.add(lease);
    const ended = await Promise.allSettled(batch.map(deliver));
    held.delete(lease);
    heedServer(ended.flatMap((end) => (end.status === "fulfilled" && end.value ? [end.value] : [])));
    const failed = ended.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
  }

  async function deliver(message: LeasedMessage): Promise<Delivery | undefined> {
    const letter = await write(message);
    if (!letter) {
      await queue.drop(message);
      return undefined;
    }
    const delivery = await post.send(letter, message.message_id);
    const status = await settleSurely(message, delivery);
    const facts = { message: message.id, kind: message.kind, attempts: message.attempts + 1 };
    if (delivery.kind === "sent") log.info(facts, "mail sent");
    else if (status === "dead") log.error({ ...facts, fault: delivery.fault }, "mail given up");
    else log.warn({ ...facts, fault: delivery.fault }, "mail not sent yet");
    return delivery;
  }

  /** Keeps at it, because a sent message that is not marked would be sent again. */
  async function settleSurely(message: LeasedMessage, delivery: Delivery) {
    for (;;) {
      try {
        return await queue.settle(message, delivery);
      } catch (fault) {
        log.error(describeFault(fault), "the outcome of a mail could not be stored");
        if (stopping) throw fault;
        await sleep(pollMs, undefined, { ref: false });
      }
    }
  }

  /** Lets a server rest that takes nothing from us; one that took or judged a message is in order. */
  function heedServer(deliveries: Delivery[]): void {
    const refusal = deliveries.find(({ kind }) => kind === "credentials");
    const silence = deliveries.every(({ kind }) => kind === "unreachable") && deliveries[0];
    if (refusal) {
      if (!credentialsRefused) log.error(refusal, "the mail server refuses the credentials of SMTP_URL");
      credentialsRefused = true;
      pausedUntilMs = clock.monotonicMs() + credentialsPauseMs;
    } else if (silence) {
      serverFailures += 1;
      pausedUntilMs = clock.monotonicMs() + serverPauseMs(serverFailures);
      log.warn({ ...silence, serverFailures }, "the mail server cannot be used");
    } else if (deliveries.length > 0) {
      credentialsRefused = false;
      serverFailures = 0;
    }
  }

  return { start, wake, stop, sendDue, credentialsRefused: () => credentialsRefused };
}
