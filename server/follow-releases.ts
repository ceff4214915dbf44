import type { Fetch } from "./http-server.ts";
import type { Logger } from "./logger.ts";
import type { OpenSite } from "./open-site.ts";

type FollowDeps = {
  findServedDir: () => string;
  /** What may be served in its place when a start finds that it cannot be read, best first. */
  findOthers: () => string[];
  /** Reads a whole site into memory; throws when it cannot be served. */
  open: (servedDir: string) => OpenSite;
  pollMs: number;
  log: Logger;
};

/** Counted in looks at the link: a release that cannot be read is tried again at least once a minute. */
const longestPause = 240;

/**
 * Answers from the current release, and from the next one as soon as it is published: a request is answered by one of them
 * as a whole, and no connection ends. While a release cannot be read, the one before it stays in place and reading is tried again.
 * The link is polled, because that costs one system call and, unlike watching, works on every file system.
 */
export function followReleases({ findServedDir, findOthers, open, pollMs, log }: FollowDeps) {
  let failed: { dir: string; pause: number; wait: number } | undefined;
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
          failed = { dir: wanted, pause: 1, wait: 1 };
          return { servedDir, site };
        } catch {}
      }
      throw error;
    }
  }

  function poll(): void {
    const wanted = findServedDir();
    if (wanted === servedDir) {
      failed = undefined;
      return;
    }
    if (failed?.dir === wanted && --failed.wait > 0) return;
    try {
      site = open(wanted);
      servedDir = wanted;
      failed = undefined;
      log.info({ servedDir }, "serving another release");
    } catch (error) {
      if (failed?.dir !== wanted) {
        log.error({ err: error, wanted, servedDir }, "the release cannot be served, the one before it stays");
      }
      const pause = failed?.dir === wanted ? Math.min(2 * failed.pause, longestPause) : 1;
      failed = { dir: wanted, pause, wait: pause };
    }
  }

  function pollAndLog(): void {
    try {
      poll();
    } catch (error) {
      log.error({ err: error }, "the releases cannot be looked at");
    }
  }

  const timer = setInterval(pollAndLog, pollMs);
  return {
    fetch: (...request: Parameters<Fetch>) => site.fetch(...request),
    /** The facts of the release that is served now. */
    business: () => site.business,
    facts: () => site.facts,
    stop: () => clearInterval(timer),
  };
}
