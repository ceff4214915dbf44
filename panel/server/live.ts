import type { Accounts } from "../../accounts/accounts.ts";
import { secondMs } from "../../enquiries/clock.ts";
import type { Log } from "../../enquiries/log.ts";
import type { Inbox } from "../../enquiries/owner/inbox.server.ts";

type LiveDeps = { inbox: Inbox; accounts: Accounts; log: Pick<Log, "warn"> };

type Listener = {
  sessionId: string;
  stream: ReadableStreamDefaultController<string>;
  sent: string;
  polls: number;
};

const pollMs = secondMs;
/** Proxies and this server close idle connections. */
const pollsPerBeat = 20;
/** Ends a stream before the server's time-out does. The browser reconnects after half a second. */
const maxPolls = 90;
const retryMs = 500;
const maxListenersOfSession = 60;

/** Informs open panels that something has changed, not what. While one listens, polls once a second for changes by any process (C1.4). */
export function createLive({ inbox, accounts, log }: LiveDeps) {
  const listeners = new Set<Listener>();
  let isPolling = false;
  let isStopped = false;

  async function poll(): Promise<void> {
    try {
      const [current, sessions] = await Promise.all([inbox.revision(), accounts.sessions.list()]);
      for (const listener of listeners) {
        listener.polls += 1;
        const isAlive = sessions.some(({ id }) => id === listener.sessionId);
        if (!isAlive || listener.polls > maxPolls) end(listener);
        else if (listener.sent !== current || listener.polls % pollsPerBeat === 0) send(listener, current);
      }
    } catch (error) {
      log.warn({ err: error }, "open panels cannot be told of changes");
    }
    isPolling = listeners.size > 0;
    if (isPolling) setTimeout(poll, pollMs).unref();
  }

  function send(listener: Listener, current: string): void {
    listener.sent = current;
    listener.stream.enqueue(`data: ${current}\n\n`);
  }

  function end(listener: Listener): void {
    listeners.delete(listener);
    listener.stream.close();
  }

  return {
    /** An event stream for a session, beginning with the current revision; undefined if it has too many. */
    async listen(sessionId: string): Promise<ReadableStream<Uint8Array> | undefined> {
      const current = await inbox.revision();
      const ofSession = [...listeners].filter((one) => one.sessionId === sessionId);
      if (isStopped || ofSession.length >= maxListenersOfSession) return undefined;
      let listener: Listener;
      const stream = new ReadableStream<string>({
        start(controller) {
          listener = { sessionId, stream: controller, sent: current, polls: 0 };
          listeners.add(listener);
          controller.enqueue(`retry: ${retryMs}\n`);
          send(listener, current);
        },
        cancel: () => void listeners.delete(listener),
      });
      if (!isPolling) setTimeout(poll, pollMs).unref();
      isPolling = true;
      return stream.pipeThrough(new TextEncoderStream());
    },
    /** Ends all streams for good, because a closing server waits for open responses. */
    stop(): void {
      isStopped = true;
      for (const listener of listeners) end(listener);
    },
  };
}
