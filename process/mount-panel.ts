import { type AccountTables, hasRow } from "../accounts/storage/tables.ts";
import { hourMs } from "../enquiries/clock.ts";
import type { EnquiryEvent } from "../enquiries/service.server.ts";
import type { PanelOptions } from "../panel/server/deps.ts";
import type { PanelDeps } from "../panel/server/env.ts";
import type { Fetch } from "../server/http-server.ts";
import { untilItSucceeds } from "../server/render.ts";

/**
 * Adds the owner's panel to the server. Its code is loaded at the first request for it. If the panel cannot be opened, its requests get a
 * 503 and the next one tries again; the site is not affected.
 */
export function mountPanel(options: PanelOptions) {
  const { enquiries, log } = options;
  const db = enquiries.database.db.withTables<AccountTables>();
  let opened: (PanelDeps & { fetch: Fetch }) | undefined;
  const open = untilItSucceeds(async () => {
    const { openDeps } = await import("../panel/server/deps.ts");
    const { createPanel } = await import("../panel/server/panel.ts");
    const deps = await openDeps(options);
    opened = { ...deps, fetch: createPanel(deps).fetch };
    const logFailure = (error: unknown) => log.error({ err: error }, "old sessions cannot be removed");
    setInterval(() => void deps.accounts.removeOld().catch(logFailure), hourMs).unref();
    return opened;
  });

  return {
    hasPasskey: () => hasRow(db, "passkeys"),
    /** Whether a request target belongs to the panel; `/panelowy` does not. */
    owns: (target: string) => /^\/panel(?:[/?]|$)/.test(target),
    async fetch(...request: Parameters<Fetch>): Promise<Response> {
      try {
        return await (await open()).fetch(...request);
      } catch (error) {
        log.error({ err: error }, "the panel cannot answer");
        return new Response("Panel jest chwilowo niedostępny. Zapytania nie giną.\n", {
          status: 503,
          headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
        });
      }
    },
    /** Notifies the owner's devices that want notifications. Never throws. */
    async notify(event: EnquiryEvent): Promise<void> {
      try {
        if (opened || (await hasRow(db, "push_subscriptions"))) await (await open()).push.announce(event);
      } catch (error) {
        log.error({ err: error }, "the panel cannot notify");
      }
    },
    /** Ends the event streams, so that the server can close. */
    closeStreams: () => opened?.live.stop(),
    stop() {
      opened?.exporter.stop();
      opened?.preview.stop();
    },
  };
}
