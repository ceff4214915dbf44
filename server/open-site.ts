import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { LoggableError } from "../enquiries/log.ts";
import type { EnquiryService, EnquirySite } from "../enquiries/service.server.ts";
import { createApp } from "./app.ts";
import { type Business, readSite, type Site } from "./build-facts.ts";
import type { Config } from "./config.ts";
import { createHealthCheck } from "./health.ts";
import type { Fetch } from "./http-server.ts";
import type { Logger } from "./logger.ts";
import { findOtherDirs } from "./releases.ts";
import { createRenderLoader } from "./render.ts";
import { createSiteFilesLoader } from "./site-files.ts";

type SiteDeps = { config: Config; enquiries: EnquiryService; log: Logger };

/** A built site that answers requests, and the facts for checking its enquiries and writing its e-mails. */
export type OpenSite = { fetch: Fetch; business: EnquirySite; facts: Site };

/** Creates the function that reads a built site into memory. Each replaced release is read only once. */
export function createSiteOpener({ config, enquiries, log }: SiteDeps): (servedDir: string) => OpenSite {
  const loadRender = createRenderLoader(config.codeDir);
  const loadSiteFiles = createSiteFilesLoader();
  let goalsByFolder: ReadonlyMap<string, readonly string[]> = new Map();

  /** A form that was opened before a release may be sent after it, with a goal that is no longer offered. */
  function goalsOfAll({ goals }: Business, otherDirs: readonly string[]): string[] {
    goalsByFolder = new Map(
      otherDirs.map((folder) => [folder, goalsByFolder.get(folder) ?? goalsIn(folder)]),
    );
    return [...new Set([...goals, ...[...goalsByFolder.values()].flat()])];
  }

  return (servedDir) => {
    const site = readSite(servedDir);
    if (site === undefined) throw new LoggableError(`There is no built site in ${servedDir}`);
    const { business } = site;
    const otherDirs = findOtherDirs(servedDir, config);
    const clientDirs = otherDirs.map((folder) => join(folder, "client"));
    const app = createApp({
      config,
      site,
      siteFiles: loadSiteFiles(join(servedDir, "client"), site, clientDirs),
      render: loadRender(servedDir, site),
      submit: enquiries.submit,
      countRequest: enquiries.countRequest,
      checkHealth: createHealthCheck({
        version: site.version,
        enquiryHealth: enquiries.health,
        now: Date.now,
      }),
      contact: business,
      log,
      now: Date.now,
      // Short enough to read out over the phone.
      createRequestId: () => randomUUID().slice(0, 8),
    });
    return {
      fetch: app.fetch,
      business: { ...business, goals: goalsOfAll(business, otherDirs) },
      facts: site,
    };
  };
}

/** Older code may have written the folder in another format. */
function goalsIn(folder: string): string[] {
  try {
    return readSite(folder)?.business.goals ?? [];
  } catch {
    return [];
  }
}
