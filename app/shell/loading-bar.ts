import { createStore } from "../ui/store.ts";

const loadingBarTiming = { throttleMs: 200, durationMs: 5000, hideDelayMs: 500, tickMs: 50 } as const;

/** `value` is in percent, 0 to 100. */
const hidden = { visible: false, value: 0, failed: false };

export type LoadingBar = ReturnType<typeof createLoadingBar>;

/** The loading bar. Concurrent activities share it; it ends with the last of them (B4.1, B4.2, B7.3). */
export function createLoadingBar(now: () => number = () => performance.now()) {
  const { get, set: show, subscribe } = createStore(hidden);
  let active = 0;
  let failed = false;
  let furthest = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick() {
    const elapsed = ((now() - startedAt) / loadingBarTiming.durationMs) * 100;
    show({ visible: true, value: Math.min(100, Math.max(elapsed, furthest)), failed: false });
    timer = setTimeout(tick, loadingBarTiming.tickMs);
  }

  function begin() {
    clearTimeout(timer);
    failed = false;
    furthest = 0;
    startedAt = now();
    if (get().visible) tick();
    else timer = setTimeout(tick, loadingBarTiming.throttleMs);
  }

  function settle() {
    clearTimeout(timer);
    if (!get().visible && !failed) return;
    show({ visible: true, value: 100, failed });
    timer = setTimeout(() => show(hidden), loadingBarTiming.hideDelayMs);
  }

  return {
    start() {
      if (active === 0) begin();
      active += 1;
      let ended = false;
      return {
        progress(fraction: number) {
          furthest = Math.max(furthest, Math.min(1, fraction) * 100);
        },
        end(outcome: "done" | "failed" = "done") {
          if (ended) return;
          ended = true;
          failed ||= outcome === "failed";
          active -= 1;
          if (active === 0) settle();
        },
      };
    },
    get,
    subscribe,
  };
}
