import type { Fetch } from "./http-server.ts";
import type { Logger } from "./logger.ts";
import type { OpenSite } from "./open-site.ts";

type FollowDeps = {
  /** The folder of the site that is to be served now. */
  findServedDir: () => string;
  /** Reads a whole site into memory; throws when it cannot be served. */
  open: (servedDir: string) => OpenSite;
  pollMs: number;
  log: Logger;
};

export type FollowedSite = {
  fetch: Fetch;
  /** Of the release that is answered from now. */
  business(): OpenSite["business"];
  stop(): void;
};

/**
 * Answers from the current release, and from the next one as soon as it is published: a request is answered by one of them
 * as a whole, and no connection ends. A release that cannot be read leaves the one before it in place. The link is looked
 * at again and again, which unlike watching works on every file system and costs one system call.
 */
export function followReleases({ findServedDir, open, pollMs, log }: FollowDeps): FollowedSite {
  let servedDir = findServedDir();
  let site = open(servedDir);

  function look(): void {
    try {
      const nextDir = findServedDir();
      if (nextDir === servedDir) return;
      servedDir = nextDir;
      site = open(nextDir);
      log.info({ servedDir }, "serving another release");
    } catch (fault) {
      log.error({ err: fault, servedDir }, "the release cannot be served, the one before it stays");
    }
  }

  const timer = setInterval(look, pollMs);
  return {
    fetch: (request, bindings) => site.fetch(request, bindings),
    business: () => site.business,
    stop: () => clearInterval(timer),
  };
}
