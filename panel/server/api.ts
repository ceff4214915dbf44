import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Inbox } from "../../enquiries/owner/inbox.server.ts";
import type { Draft } from "../../publishing/draft.ts";
import type { Preview } from "../../publishing/preview/preview.ts";
import { answerOnce } from "./answer-once.ts";
import { createContentApi } from "./content-api.ts";
import { createSessionCookie } from "./cookie.ts";
import type { Copies } from "./copies/copies.ts";
import type { Restorer } from "./copies/restorer.ts";
import { createCopiesApi } from "./copies-api.ts";
import { createDevicesApi } from "./devices-api.ts";
import { createDoorApi } from "./door-api.ts";
import { createEnquiriesApi, createSearchApi } from "./enquiries-api.ts";
import type { PanelEnv } from "./env.ts";
import { createExportApi } from "./export-api.ts";
import { requireSession } from "./guards.ts";
import { limitBody } from "./json-body.ts";
import type { OwnerMail } from "./owner-mail.ts";
import { createPhotosApi, type PhotosApiDeps } from "./photos-api.ts";
import { createPreviewApi } from "./preview-api.ts";
import { createPublishApi, type PublishApiDeps } from "./publish-api.ts";
import type { createPush } from "./push.ts";
import { createPushApi } from "./push-api.ts";
import { createRestoreApi } from "./restore-api.ts";
import { createSettingsApi, type SettingsApiDeps } from "./settings-api.ts";
import type { Exporter } from "./start-export.ts";
import { createStateApi, type StateDeps } from "./state-api.ts";
import { createUploadsApi, type UploadsApiDeps } from "./uploads-api.ts";

export type { JournalAction } from "../../accounts/journal.ts";
export type { EnquiryState } from "../../enquiries/owner/inbox.ts";
export type { EnquiryProblem } from "../../enquiries/service.server.ts";
export type { Origin } from "../../publishing/history.ts";
export type { TakenLogo } from "../../publishing/take-logo.ts";
export type { ErrorCode } from "./env.ts";
export type { NotedPhoto, PhotoView } from "./photos-api.ts";
export type { ChangeView, ProblemView } from "./publish-api.ts";
export type { SettingField } from "./settings-api.ts";

export type ApiDeps = StateDeps &
  PublishApiDeps &
  PhotosApiDeps &
  UploadsApiDeps & {
    accounts: Accounts;
    draft: Draft;
    preview: Preview;
    inbox: Inbox;
    settings: SettingsApiDeps;
    push: ReturnType<typeof createPush>;
    ownerMail: OwnerMail;
    exporter: Exporter;
    copies: Copies;
    restorer: Restorer;
    clientAddress: (c: Context) => string;
    /** Milliseconds since 1970. */
    now: () => number;
  };

const maxBodyBytes = 64 * 1024;

/** The panel's calls; the browser takes their types from here. */
export type PanelApi = ReturnType<typeof createApi>;

export function createApi(deps: ApiDeps) {
  const { accounts, inbox, push, ownerMail, siteUrl, clientAddress, now } = deps;
  const cookie = createSessionCookie(siteUrl);
  const uploads = new Hono<PanelEnv>()
    .use("/uploads/*", requireSession(accounts, cookie))
    .route("/", createUploadsApi(deps))
    .use("/restore/*", requireSession(accounts, cookie))
    .route("/", createRestoreApi(deps.restorer));
  const onlyOwner = new Hono<PanelEnv>()
    .use(requireSession(accounts, cookie))
    // Before `answerOnce`, which keeps answers: these change nothing and may be large.
    .route("/", createExportApi({ exporter: deps.exporter, journal: accounts.journal }))
    .route("/", createSearchApi({ inbox }))
    .route("/", createCopiesApi({ copies: deps.copies, journal: accounts.journal }))
    .use(answerOnce(now))
    .route("/", createDevicesApi({ accounts, cookie }))
    .route("/", createPushApi({ accounts, push }))
    .route("/", createEnquiriesApi({ inbox, journal: accounts.journal }))
    .route("/", createPublishApi(deps))
    .route("/", createPhotosApi(deps))
    .route("/", createContentApi(deps))
    .route("/", createPreviewApi(deps))
    .route("/", createSettingsApi({ ...deps.settings, journal: accounts.journal }))
    .route("/", createStateApi(deps));

  return (
    new Hono<PanelEnv>()
      .use(compress())
      // Before the limit of bodies: parts of photographs and copies have one of their own, and may come twice.
      .route("/", uploads)
      .use(limitBody(maxBodyBytes))
      .route("/", createDoorApi({ accounts, cookie, clientAddress, ownerMail }))
      .route("/", onlyOwner)
  );
}
