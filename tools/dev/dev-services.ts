import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Render } from "../../app/entry.server.tsx";
import type { RenderData } from "../../app/payload-types.ts";
import { createAppointmentRoom } from "../../appointments/appointments.server.ts";
import { systemClock } from "../../enquiries/clock.ts";
import { createEnquiryService } from "../../enquiries/service.server.ts";
import type { SiteFacts } from "../../enquiries/site-facts.ts";
import { businessOf } from "../../publishing/site/render-facts.ts";
import { createApp } from "../../server/app.ts";
import type { Config } from "../../server/config.ts";
import { readFreeDiskBytes } from "../../server/health.ts";
import { createLogger } from "../../server/logger.ts";
import { createSiteFilesLoader } from "../../server/site-files.ts";
import { isClockSteady } from "../../server/steady-clock.ts";

/** Development data, which is never published. */
export const devDir = ".cache/dev";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The real server behind the pages: form, enquiry service, pictures, icons. Enquiries go to a separate database and no e-mail is
 * sent, so the form can be tried freely.
 */
export async function createDevServices(config: Config, clientDir: string) {
  const dataDir = join(devDir, "data");
  const log = createLogger("error");
  const loadSiteFiles = createSiteFilesLoader();
  let current: SiteFacts = { name: "", phone: "", email: "", answerTime: "", goals: [] };
  const room = createAppointmentRoom({
    siteUrl: config.siteUrl,
    pattern: () => current.booking,
    readBusy: async () => [],
    clock: systemClock,
    limits: "off",
    log,
  });
  const enquiries = await createEnquiryService({
    booking: room.forEnquiries,
    dataDir,
    siteUrl: config.siteUrl,
    // No e-mail is sent and no alerts are raised.
    settings: () => ({ ...config, smtpUrl: undefined, alertWebhookUrl: undefined }),
    canary: false,
    site: () => current,
    fetchAlert: fetch,
    limits: "off",
    freeDiskBytes: () => readFreeDiskBytes(dataDir),
    isClockSteady: () => isClockSteady(dataDir, Date.now()),
    log,
  });

  const appointments = room.open(enquiries.database, () => enquiries.onQueued());
  return function open(data: RenderData, render: Render): Listener {
    const business = businessOf(data);
    current = business;
    const site = {
      version: "dev",
      pages: {},
      unpublished: [],
      scriptHashes: [],
      styleHashes: [],
      business,
    };
    const app = createApp({
      config,
      site,
      siteFiles: loadSiteFiles(clientDir, site, []),
      render,
      enquiries,
      appointments,
      log,
      now: Date.now,
      createRequestId: () => "dev",
    });
    const answer = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings));
    return (request, response) => {
      allowLiveChanges(response);
      void answer(request, response);
    };
  };
}

/** The site's security policy allows only built files and would block Vite's scripts. */
function allowLiveChanges(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name === "Content-Security-Policy" ? response : setHeader(name, value);
}
