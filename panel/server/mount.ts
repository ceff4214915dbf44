import type { Kysely } from "kysely";
import { hasPushSubscription } from "../../accounts/is-used.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { OpenedPanel } from "./open-panel.ts";

type MountDeps = {
  db: Kysely<AccountTables>;
  /** Loads the panel's code and opens it. */
  load: () => Promise<OpenedPanel>;
  log: { error(fields: object, message: string): void };
};

/**
 * The panel beside the site: nothing of it is loaded until somebody asks for it. A panel that cannot be opened says so and is
 * tried again at the next request; the site goes on.
 */
export function mountPanel({ db, load, log }: MountDeps) {
  let opening: Promise<OpenedPanel> | undefined;

  function open(): Promise<OpenedPanel> {
    opening ??= load();
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }

  /** Tells the owner's devices, if there are any that want to know. Never throws. */
  async function tell(how: "tellOfEnquiry" | "tellOfReminder", reference: string): Promise<void> {
    try {
      if (opening || (await hasPushSubscription(db))) await (await open())[how](reference);
    } catch (error) {
      log.error({ err: error }, "the panel cannot notify");
    }
  }

  return {
    /** Whether the target of a request is the panel's; `/panelowy` is not. */
    owns: (target: string) => /^\/panel(?:[/?]|$)/.test(target),
    async fetch(...request: Parameters<OpenedPanel["fetch"]>): Promise<Response> {
      try {
        return await (await open()).fetch(...request);
      } catch (error) {
        log.error({ err: error }, "the panel cannot be opened");
        return new Response("Panel jest chwilowo niedostępny. Zapytania przychodzą e-mailem.\n", {
          status: 503,
          headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
        });
      }
    },
    tellOfEnquiry: (reference: string) => tell("tellOfEnquiry", reference),
    tellOfReminder: (reference: string) => tell("tellOfReminder", reference),
    async stop(): Promise<void> {
      (await opening?.catch(() => undefined))?.stop();
    },
  };
}
