import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFresh } from "./live.ts";
import { shellId } from "./session.ts";

type Panel = Parameters<typeof keepFresh>[0];

const revision = "1";

/** A stream that beats like the server's. */
class Stream {
  onmessage: (event: { data: string }) => void = () => {};
  beat = setInterval(() => this.onmessage({ data: revision }), 20_000);
  close(): void {
    clearInterval(this.beat);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("C1.4 what becomes due by the clock alone shows in a panel that stays open", async () => {
  const revalidate = vi.fn();
  let begin = () => {};
  const panel = {
    state: { loaderData: { [shellId]: { counts: { revision } } } },
    revalidate,
    subscribe: (listener: () => void) => {
      begin = listener;
    },
  };
  keepFresh(panel as unknown as Panel);
  begin();
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(revalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(revalidate).toHaveBeenCalledOnce();
});
