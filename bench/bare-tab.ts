import type { Browser } from "@playwright/test";

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export interface BareTab {
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * A tab in a fresh profile that Playwright does not attach to. Playwright enables the inspector's Runtime domain in its tabs, with
 * which V8 keeps the source position of everything that it compiles: React's evaluation then takes 80 ms instead of 10 on the slow phone.
 */
export async function openBareTab(browser: Browser): Promise<BareTab> {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send("Target.createBrowserContext");
  const { targetId } = await devtools.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await devtools.send("Target.attachToTarget", { targetId });
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  devtools.on("Target.receivedMessageFromTarget", (event) => {
    const { id, result, error } = JSON.parse(event.message) as Reply;
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result ?? {});
    waiting.delete(id);
  });
  let lastId = 0;
  const send = async (method: string, params: object = {}) => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(++lastId, answer);
    const message = JSON.stringify({ id: lastId, method, params });
    await devtools.send("Target.sendMessageToTarget", { sessionId, message });
    return answer.promise;
  };
  return {
    send,
    async evaluate(expression) {
      const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
      return (result as { value?: unknown }).value;
    },
    async close() {
      await devtools.send("Target.disposeBrowserContext", { browserContextId });
      await devtools.detach();
    },
  };
}
