import { patienceMs } from "./engine.ts";

/** An event that WebDriver BiDi sends. */
export type BidiEvent = { readonly method: string; readonly params: Record<string, unknown> };

type Answer = { id: number; result: unknown; error?: string; message?: string };

export interface Bidi {
  send<T>(method: string, params?: object): Promise<T>;
  close(): void;
}

/** A connection to a browser that speaks WebDriver BiDi. */
export async function connectBidi(url: string, onEvent: (event: BidiEvent) => void): Promise<Bidi> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Answer | BidiEvent;
    if ("method" in message) onEvent(message);
    else waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  return {
    async send<T>(method: string, params: object = {}) {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), patienceMs);
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error, message } = await promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
      if (error) throw new Error(`${method}: ${error}: ${message}`);
      return result as T;
    },
    close: () => socket.close(),
  };
}
