import { Hono } from "hono";
import { compress } from "hono/compress";
import { createAnswersApi } from "./answers-api.ts";
import { createAppointmentsApi } from "./appointments-api.ts";
import { createBackupsApi, createRestoreApi } from "./backups-api.ts";
import { createContentApi } from "./content-api.ts";
import { createDevicesApi } from "./devices-api.ts";
import { createEnquiriesApi, createExportApi, createSearchApi } from "./enquiries-api.ts";
import type { PanelDeps, PanelEnv } from "./env.ts";
import { idempotency } from "./idempotency.ts";
import { createLiveApi } from "./live-api.ts";
import { createOpinionsApi } from "./opinions-api.ts";
import { createPhotosApi } from "./photos-api.ts";
import { createPreviewApi } from "./preview-api.ts";
import { createPublishApi } from "./publish-api.ts";
import { createPushApi } from "./push-api.ts";
import { limitBody } from "./requests.ts";
import { createSettingsApi } from "./settings-api.ts";
import { createSignInApi } from "./sign-in-api.ts";
import { createStateApi } from "./state-api.ts";
import { createUploadsApi } from "./uploads-api.ts";

export type { AuditLogAction } from "../../accounts/storage/tables.ts";
export type { Funnel } from "../../enquiries/owner/stats.server.ts";
export type { EnquiryProblem } from "../../enquiries/service.server.ts";
export type { HistoryEntry } from "../../publishing/history.ts";
export type { ImportedLogo } from "../../publishing/import-logo.ts";
export type { ErrorCode } from "./env.ts";
export type { NotedPhoto, PhotoView } from "./photos-api.ts";
export type { ChangeView, ProblemView } from "./publish-api.ts";
export type { SettingField } from "./settings-api.ts";
export type { Update } from "./updates.ts";

const maxBodyBytes = 64 * 1024;

/** The panel's API; the browser imports its types. */
export type PanelApi = ReturnType<typeof createApi>;

export function createApi(deps: PanelDeps) {
  const uploads = new Hono<PanelEnv>().route("/", createUploadsApi(deps)).route("/", createRestoreApi(deps));
  const onlyOwner = new Hono<PanelEnv>()
    // Before `idempotency`, which stores answers: these may arrive twice, and their answers may be large.
    .route("/", createExportApi(deps))
    .route("/", createSearchApi(deps))
    .route("/", createBackupsApi(deps))
    .route("/", createLiveApi(deps))
    .use(idempotency(deps.clock))
    .route("/", createDevicesApi(deps))
    .route("/", createPushApi(deps))
    .route("/", createEnquiriesApi(deps))
    .route("/", createAnswersApi(deps))
    .route("/", createAppointmentsApi(deps))
    .route("/", createOpinionsApi(deps))
    .route("/", createPublishApi(deps))
    .route("/", createPhotosApi(deps))
    .route("/", createContentApi(deps))
    .route("/", createPreviewApi(deps))
    .route("/", createSettingsApi(deps))
    .route("/", createStateApi(deps));

  return (
    new Hono<PanelEnv>()
      .use(compress())
      // Before the body limit and `idempotency`: parts of photos and backups have a larger limit and may be sent twice.
      .route("/", uploads)
      .use(limitBody(maxBodyBytes))
      .route("/", createSignInApi(deps))
      .route("/", onlyOwner)
  );
}
