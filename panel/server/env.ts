import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler, TypedResponse } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import type { Appointments } from "../../appointments/appointments.server.ts";
import type { Clock } from "../../enquiries/clock.ts";
import type { FoundMailServer } from "../../enquiries/mail/find-mail-server.server.ts";
import type { EnquiryService } from "../../enquiries/service.server.ts";
import type { SiteFacts } from "../../enquiries/site-facts.ts";
import type { Opinions } from "../../opinions/opinions.server.ts";
import type { Draft } from "../../publishing/draft.ts";
import type { createUploads } from "../../publishing/photos/uploads.ts";
import type { Preview } from "../../publishing/preview/preview.ts";
import type { Settings } from "../../server/settings.ts";
import type { Backups } from "./backups/backups.ts";
import type { OffsiteBackups } from "./backups/offsite/offsite-backups.ts";
import type { Restorer } from "./backups/restorer.ts";
import type { PanelFiles } from "./files.ts";
import type { Live } from "./live.ts";
import type { createPublisher } from "./publisher.ts";
import type { createPush } from "./push.ts";
import type { Exporter } from "./start-export.ts";

/** Set by `admission.ts`; no session at the calls that it lets in without one. */
export type PanelEnv = { Bindings: HttpBindings; Variables: { session: Session } };

export type PanelMiddleware = MiddlewareHandler<PanelEnv>;

/** The reason in an error response; the browser has a message for each. */
export type ErrorCode =
  | "bad-request"
  | "busy"
  | "changed"
  | "foreign-origin"
  | "has-owner"
  | "failed"
  | "needs-passkey"
  | "no-mail"
  | "no-room"
  | "not-found"
  | "refused"
  | "signed-out"
  | "suspended"
  | "taken"
  | "too-large"
  | "too-late"
  | "too-many"
  | "too-slow";

export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 503;

/** In the browser, calls reject on error responses, so these are left out of the types of the answers. */
type ErrorResponse = Response & TypedResponse<never>;

export function sendError(c: Context, status: ErrorStatus, error: ErrorCode): ErrorResponse {
  return c.json({ error }, status) as unknown as ErrorResponse;
}

/** Dependencies of the panel's API; each route takes what it needs. */
export type PanelDeps = {
  accounts: Accounts;
  enquiries: Pick<
    EnquiryService,
    | "inbox"
    | "ownerMailbox"
    | "health"
    | "sendTestEmail"
    | "sendToOwner"
    | "onSettingsChanged"
    | "checkForm"
    | "isCheckingForm"
  >;
  appointments: Pick<Appointments, "calendar" | "busy" | "nextDates" | "choiceUrl">;
  opinions: Pick<Opinions, "offer" | "list" | "decide" | "withdrawById">;
  /** The server through which a mailbox sends, found by its address. */
  findMailServer: (address: string) => Promise<FoundMailServer | undefined>;
  draft: Draft;
  preview: Preview;
  publisher: ReturnType<typeof createPublisher>;
  uploads: ReturnType<typeof createUploads>;
  exporter: Exporter;
  backups: Backups;
  offsite: OffsiteBackups;
  restorer: Restorer;
  push: ReturnType<typeof createPush>;
  live: Live;
  settings: Settings;
  /** What visitors see now. */
  site: { business: () => SiteFacts; facts: () => { readonly version: string } };
  files: PanelFiles;
  clock: Clock;
  log: { error(fields: object, message: string): void };
};

const monthSeconds = 30 * 24 * 60 * 60;

/** The one cookie of the panel. Browsers accept the `__Host-` prefix on https only, so on http it has none (P2.5, T11). */
export function createSessionCookie(settings: Settings) {
  const { siteUrl } = settings.config();
  const secure = siteUrl.startsWith("https:");
  const name = secure ? "__Host-panel" : "panel";
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;

  return {
    read: (c: Context) => getCookie(c, name),
    write: (c: Context, token: string) => setCookie(c, name, token, { ...options, maxAge: monthSeconds }),
    remove: (c: Context) => deleteCookie(c, name, options),
  };
}
