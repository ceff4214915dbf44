import { Hono } from "hono";
import { compress } from "hono/compress";
import { createAppointmentsApi } from "./appointments-api.ts";
import { createBackupsApi, createRestoreApi } from "./backups-api.ts";
import { createContentApi } from "./content-api.ts";
import { createDevicesApi } from "./devices-api.ts";
import { createEnquiriesApi } from "./enquiries-api.ts";
import { limitBody, type PanelDeps, type PanelEnv, requireFreshGuest, sendError } from "./env.ts";
import { idempotency } from "./idempotency.ts";
import { createOpinionsApi } from "./opinions-api.ts";
import { createPhotosApi, createUploadsApi } from "./photos-api.ts";
import { createPublishApi, createPublisher } from "./publish-api.ts";
import { createSettingsApi } from "./settings-api.ts";
import { createSignInApi } from "./sign-in-api.ts";
import { createStateApi } from "./state-api.ts";

export type { EnquiryProblem } from "../../enquiries/health.server.ts";
export type { Funnel } from "../../enquiries/owner/stats.server.ts";
export type { HistoryEntry } from "../../publishing/history.ts";
export type { Imported } from "../../publishing/import-logo.ts";
export type { NotedPhoto, PhotoView } from "./photos-api.ts";
export type { ChangeView, ProblemView } from "./publish-api.ts";
export type { SettingField } from "./settings-api.ts";

export type PanelApi = ReturnType<typeof createApi>;

export function createApi(deps: PanelDeps) {
  const publisher = createPublisher(deps);
  return (
    new Hono<PanelEnv>()
      .use(compress())
      // Before the body limit: parts of backups have a larger one. Both before `idempotency`: parts may be sent twice.
      .route("/", createRestoreApi(deps))
      .use(limitBody(512 * 1024))
      .route("/", createUploadsApi(deps))
      .route("/", createSignInApi(deps))
      // Server-sent events. An open stream takes none of the places for requests that somebody waits for.
      .get("/live", async (c) => {
        const stream = await deps.live.listen(c.get("session").id);
        if (!stream) return sendError(c, 503, "busy");
        // Caddy passes events on at once; nginx buffers responses unless this header forbids it.
        return c.body(stream, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
      })
      .use("/appointments/:id/:made{link|opinion}", requireFreshGuest)
      .on("PUT", "/busy-calendars", requireFreshGuest)
      .on("DELETE", "/calendar-feed", requireFreshGuest)
      .on("DELETE", "/enquiries/:reference/notes/:id", requireFreshGuest)
      .use(idempotency(deps.clock))
      .route("/", createBackupsApi(deps))
      .route("/", createDevicesApi(deps))
      .route("/", createEnquiriesApi(deps))
      .route("/", createAppointmentsApi(deps))
      .route("/", createOpinionsApi(deps))
      .route("/", createPublishApi(deps, publisher))
      .route("/", createPhotosApi(deps, publisher))
      .route("/", createContentApi(deps))
      .route("/", createSettingsApi(deps))
      .route("/", createStateApi(deps))
  );
}
