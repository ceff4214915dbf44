import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isSame } from "../content-model/path.ts";
import { LoggableError } from "../enquiries/log.ts";
import type { SiteFacts } from "../enquiries/site-facts.ts";
import { type AppDeps, createApp } from "./app.ts";
import { isOwners, readSite, type Site } from "./build-facts.ts";
import type { Config } from "./config.ts";
import { catchMissing } from "./durable-files.ts";
import { createGrowingPause } from "./growing-pause.ts";
import type { Fetch } from "./http-server.ts";
import type { Logger } from "./logger.ts";
import { createPreparation, type OwnFacts } from "./preparation.ts";
import { releaseDirs } from "./releases.ts";
import { createRenderLoader } from "./render.ts";
import { loadSiteFiles, loadStaticFiles, type SiteFiles } from "./static-files.ts";

type FollowDeps = {
  findServedDir: () => string;
  /** Fallbacks, best first, for a start at which that release cannot be read. */
  findOthers: () => string[];
  /** Reads a site into memory; throws if it cannot be served. */
  open: (servedDir: string) => OpenSite;
  log: Logger;
};

const pollMs = 250;
/** In polls: an unreadable release is tried again at least once a minute. */
const maxPause = 240;

/**
 * Serves the current release, and the next one as soon as it is published. Each request is answered by one release, and connections stay
 * open. While a release cannot be read, the previous one stays and reading is retried. The link is polled: that costs one system call and,
 * unlike watching, works on every file system.
 */
export function followReleases({ findServedDir, findOthers, open, log }: FollowDeps) {
  const pause = createGrowingPause(maxPause);
  let { servedDir, site } = openFirst();

  function openFirst(): { servedDir: string; site: OpenSite } {
    const wanted = findServedDir();
    try {
      return { servedDir: wanted, site: open(wanted) };
    } catch (error) {
      for (const servedDir of findOthers().filter((dir) => dir !== wanted)) {
        try {
          const site = open(servedDir);
          log.error({ err: error, wanted, servedDir }, "the release cannot be served, an older one is shown");
          pause.fail(wanted);
          return { servedDir, site };
        } catch {}
      }
      throw error;
    }
  }

  function poll(): void {
    let wanted = "";
    try {
      wanted = findServedDir();
      if (wanted !== servedDir) {
        if (!pause.isOver(wanted)) return;
        site = open(wanted);
        servedDir = wanted;
        log.info({ servedDir }, "serving another release");
      }
      pause.succeed();
    } catch (error) {
      if (pause.fail(wanted))
        log.error({ err: error, wanted, servedDir }, "the release cannot be served, the one before it stays");
    }
  }

  const timer = setInterval(poll, pollMs);
  return {
    fetch: (...request: Parameters<Fetch>) => site.fetch(...request),
    business: () => site.business,
    facts: () => site.facts,
    stop: () => clearInterval(timer),
  };
}

type SiteDeps = Pick<AppDeps, "enquiries" | "appointments" | "opinions" | "visitTags" | "log"> & {
  config: Config;
  /** What the owner has typed so far, for a site that is not published yet. */
  ownFacts: () => OwnFacts;
};

/** A built site that answers requests, and the facts for checking its enquiries and writing its e-mails. */
type OpenSite = { fetch: Fetch; business: SiteFacts; facts: Site };

/** Creates the function that reads a built site into memory. */
export function createSiteOpener({ config, ownFacts, ...given }: SiteDeps) {
  const loadRender = createRenderLoader(config.codeDir);
  let files: SiteFiles["files"] | undefined;
  // Short enough to read out over the phone.
  const createRequestId = () => randomUUID().slice(0, 8);
  const deps = { config, ...given, now: Date.now, createRequestId };

  /** Of the code alone: the panel's preview needs the fonts, and its place on a home screen the icons. */
  function loadPanelNeeds(): SiteFiles["files"] {
    const files = catchMissing(() => loadStaticFiles(join(config.codeDir, "client"), 0), new Map());
    return new Map([...files].filter(([address]) => /\.(?:woff2|png|ico)$/.test(address)));
  }

  /** Made anew whenever the owner has typed another name or number. */
  function openPreparation(): OpenSite {
    let made: (Pick<OpenSite, "fetch" | "facts"> & { typed: OwnFacts }) | undefined;
    function latest() {
      const typed = ownFacts();
      if (made === undefined || !isSame(made.typed, typed)) {
        const { site, siteFiles } = createPreparation(typed, loadPanelNeeds());
        made = {
          ...createApp({ ...deps, site, siteFiles, earlierDirs: [], render: undefined }),
          facts: site,
          typed,
        };
      }
      return made;
    }
    return {
      fetch: (...request) => latest().fetch(...request),
      get business() {
        return latest().facts.business;
      },
      facts: latest().facts,
    };
  }

  return (servedDir: string): OpenSite => {
    const site = readSite(servedDir);
    const isTrial = servedDir === config.siteDir;
    if (config.isPublic && (isTrial || (site && !isOwners(site)))) return openPreparation();
    if (site === undefined) throw new LoggableError(`There is no built site in ${servedDir}`);
    // What visitors may have seen before, newest first: tabs opened then still request its files.
    const others = [...releaseDirs(config.releasesDir), config.siteDir]
      .filter((dir) => dir !== servedDir && !(config.isPublic && dir === config.siteDir))
      .map((dir) => ({ clientDir: join(dir, "client"), site: readOther(dir) }))
      .filter((other) => !config.isPublic || (other.site && isOwners(other.site)));
    // A form that was opened before a release may be sent after it, with a goal that is no longer offered.
    const goals = [site, ...others.map((other) => other.site)].flatMap((one) => one?.business.goals ?? []);
    const siteFiles = loadSiteFiles(join(servedDir, "client"), site, files);
    files = siteFiles.files;
    const app = createApp({
      ...deps,
      site,
      siteFiles,
      earlierDirs: others.map(({ clientDir }) => clientDir),
      render: loadRender(servedDir, site),
    });
    return { fetch: app.fetch, business: { ...site.business, goals: [...new Set(goals)] }, facts: site };
  };
}

/** Older code may have written the folder in another format. */
function readOther(folder: string): Site | undefined {
  try {
    return readSite(folder);
  } catch {
    return undefined;
  }
}
