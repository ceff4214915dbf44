import type { Fetch } from "./http-server.ts";
import type { Logger } from "./logger.ts";

type FollowDeps = {
  /** The folder of the site that is to be served now. */
  findServedDir: () => string;
  /** Reads a whole site into memory; throws when it cannot be served. */
  open: (servedDir: string) => Fetch;
  pollMs: number;
  log: Logger;
};

export type FollowedSite = { fetch: Fetch; stop(): void };

/**
 * Answers from the current release, and from the next one as soon as it is published: a request is answered by one of them
 * as a whole, and no connection ends. A release that cannot be read leaves the one before it in place. The link is looked
 * at again and again, which unlike watching works on every file system and costs one system call.
 */
export function followReleases({ findServedDir, open, pollMs, log }: FollowDeps): FollowedSite {
  let servedDir = findServedDir();
  let fetch = open(servedDir);

  function look(): void {
    try {
      const nextDir = findServedDir();
      if (nextDir === servedDir) return;
      servedDir = nextDir;
      fetch = open(nextDir);
      log.info({ servedDir }, "serving another release");
    } catch (fault) {
      log.error({ err: fault, servedDir }, "the release cannot be served, the one before it stays");
    }
  }

  const timer = setInterval(look, pollMs);
  return { fetch: (request, bindings) => fetch(request, bindings), stop: () => clearInterval(timer) };
}
