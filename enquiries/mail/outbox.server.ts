import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, minuteMs, secondMs, waitAtMost } from "../clock.ts";
import { describeError, type Log } from "../log.ts";
import type { EmailMessage } from "./email-message.server.ts";
import type { Mailer, SendResult } from "./mailer.server.ts";
import { type LeasedMessage, type Queue, type QueuedMessage, serverPauseMs } from "./queue.server.ts";

type OutboxDeps = {
  queue: Queue;
  /** Uses the current settings; undefined without a mail server. */
  mailer: () => Mailer | undefined;
  /** Returns undefined when the message has become pointless. */
  compose: (message: QueuedMessage) => Promise<EmailMessage | undefined>;
  clock: Clock;
  log: Log;
};

const batchSize = 4;
const pollMs = 5 * secondMs;
const credentialsPauseMs = 5 * minuteMs;

/** A mail server without known trouble. `failures` counts the attempts in a row at which it was unusable. */
const usable = { credentialsRefused: false, failures: 0, pausedUntilMs: Number.NEGATIVE_INFINITY };

/** The worker that sends the messages waiting in the outbox. */
export function createOutbox({ queue, mailer, compose, clock, log }: OutboxDeps) {
  let server = usable;

  /** Whether to try everything now, because something may have been repaired: at the start and after a change of settings. */
  let mustRetryAll = true;
  let stopping = false;
  let wakeUp = () => {};
  let running: Promise<void> | undefined;

  function retryAll(): void {
    mustRetryAll = true;
    wakeUp();
  }

  /** Stops the worker, waiting up to `timeoutMs` for messages that are being sent. */
  async function stop(timeoutMs: number): Promise<void> {
    stopping = true;
    wakeUp();
    await waitAtMost(running, timeoutMs);
  }

  /** Resolves once the leases of an earlier server are released. Any lease taken later is this worker's. */
  async function start(): Promise<void> {
    await logErrors(queue.releaseAtStart);
    running ??= run();
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wakeUp = resolve;
      if (mustRetryAll) await logErrors(tryServer);
      await logErrors(sendDue);
      if (!stopping) await Promise.race([woken, sleep(pollMs, undefined, { ref: false })]);
    }
  }

  async function logErrors(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      log.error(describeError(error), "outbox could not be read or written");
    }
  }

  async function tryServer(): Promise<void> {
    mustRetryAll = false;
    server = usable;
    await queue.makeAllDue();
    const result = await mailer()?.check();
    if (result) noteServerState([result]);
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      const current = mailer();
      if (stopping || current === undefined || clock.monotonicMs() < server.pausedUntilMs) return;
      const batch = await queue.claim(batchSize);
      // Without an e-mail only a look tells that the server takes the password again.
      if (batch.length === 0 && server.credentialsRefused) noteServerState([await current.check()]);
      if (batch.length === 0) return;
      await sendBatch(current, batch);
    }
  }

  async function sendBatch(current: Mailer, batch: LeasedMessage[]): Promise<void> {
    const ended = await Promise.allSettled(batch.map((message) => sendOne(current, message)));
    noteServerState(ended.flatMap((end) => (end.status === "fulfilled" && end.value ? [end.value] : [])));
    const failed = ended.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
  }

  async function sendOne(current: Mailer, message: LeasedMessage): Promise<SendResult | undefined> {
    const email = await compose(message);
    if (!email) {
      await queue.drop(message);
      return undefined;
    }
    const result = await current.send(email, message.message_id);
    const status = await storeResult(message, result);
    const facts = { message: message.id, kind: message.kind, attempts: message.attempts + 1 };
    if (result.kind === "sent") log.info(facts, "mail sent");
    else if (status === "dead") log.error({ ...facts, codes: result.codes }, "mail given up");
    else log.warn({ ...facts, codes: result.codes }, "mail not sent yet");
    return result;
  }

  /** Tries until it succeeds, because a sent message that is not marked as sent would be sent again. */
  async function storeResult(message: LeasedMessage, result: SendResult) {
    for (;;) {
      try {
        return await queue.settle(message, result);
      } catch (error) {
        log.error(describeError(error), "the result of a mail could not be stored");
        if (stopping) throw error;
        await sleep(pollMs, undefined, { ref: false });
      }
    }
  }

  /** Pauses sending while the server is unusable. One that accepted or refused a particular message is usable. */
  function noteServerState(results: SendResult[]): void {
    const [first] = results;
    if (first === undefined) return;
    const refusal = results.find(({ kind }) => kind === "credentials");
    if (refusal) {
      if (!server.credentialsRefused) log.error(refusal, "the mail server refuses the credentials");
      const pausedUntilMs = clock.monotonicMs() + credentialsPauseMs;
      server = { ...server, credentialsRefused: true, pausedUntilMs };
    } else if (results.every(({ kind }) => kind === "unreachable")) {
      const failures = server.failures + 1;
      server = { ...server, failures, pausedUntilMs: clock.monotonicMs() + serverPauseMs(failures) };
      log.warn({ ...first, serverFailures: failures }, "the mail server cannot be used");
    } else {
      // What failed with the server need not wait for hours.
      mustRetryAll ||= server.failures > 0;
      server = usable;
    }
  }

  return {
    start,
    wake: () => wakeUp(),
    retryAll,
    stop,
    sendDue,
    credentialsRefused: () => server.credentialsRefused,
  };
}
