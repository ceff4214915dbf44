import type { router } from "./router.tsx";
import { type ShellData, shellId } from "./session.ts";

/** The server sends a message every 20 seconds. If a proxy buffers messages, the panel polls about once a minute. */
const silenceMs = 55_000;
/** Time alone makes things due, and the server reports only changes of data. */
const maxAgeMs = 5 * 60_000;
const tickMs = 5_000;

/**
 * Refreshes the screen when the server reports a change, when a notification arrives, when the panel becomes visible or returns from
 * the back/forward cache, when the connection returns, after sleep, and every five minutes. A hidden panel closes its connection,
 * because browsers allow only six for all tabs of a site (C1.4).
 */
export function keepFresh(panel: typeof router): void {
  let source: EventSource | undefined;
  let heardAt = Date.now();
  let refreshedAt = Date.now();
  let tickedAt = Date.now();
  let hadSession = false;

  /** The revision of the data on the screen; undefined without a session. */
  const shownRevision = () => (panel.state.loaderData[shellId] as ShellData | undefined)?.counts.revision;

  function refresh(): void {
    refreshedAt = Date.now();
    void panel.revalidate();
  }

  function listen(): void {
    source?.close();
    heardAt = Date.now();
    if (document.hidden || shownRevision() === undefined) return;
    const opened = new EventSource("/panel/api/live");
    source = opened;
    opened.onmessage = ({ data }) => {
      heardAt = Date.now();
      if (data !== shownRevision()) refresh();
    };
    // `CLOSED` means refused, not interrupted: the session may have ended.
    opened.onerror = () => opened.readyState === EventSource.CLOSED && opened === source && refresh();
  }

  function wake(): void {
    if (!document.hidden) refresh();
    listen();
  }

  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => source?.close());
  document.addEventListener("visibilitychange", wake);
  navigator.serviceWorker?.addEventListener("message", refresh);
  setInterval(() => {
    const now = Date.now();
    const hasSlept = now - tickedAt > 3 * tickMs;
    tickedAt = now;
    if (!document.hidden && (hasSlept || now - heardAt > silenceMs || now - refreshedAt > maxAgeMs)) wake();
  }, tickMs);
  // A session begins with the first data and ends with a redirect to sign-in.
  panel.subscribe(() => {
    const hasSession = shownRevision() !== undefined;
    if (hasSession !== hadSession) listen();
    hadSession = hasSession;
  });
}
