import { join } from "node:path";
import { recordBackup } from "../enquiries/owner/backup.server.ts";
import { createCopies } from "../panel/server/copies/copies.ts";
import type { CopySource } from "../panel/server/copies/copy-of-everything.ts";
import { shownContent } from "../publishing/history.ts";
import type { Config } from "./config.ts";
import { readFreeDiskBytes } from "./health.ts";
import type { Logger } from "./logger.ts";
import { programOf } from "./programs.ts";

const everyMs = 15 * 60_000;
/** Not while the server starts. */
const firstAfterMs = 60_000;

/** Makes a copy of everything each day. */
export function placeCopies(config: Config, log: Logger) {
  const copies = openCopies(config);
  const look = () =>
    copies
      .look()
      .then((made) => made === "no-room" && log.error({}, "there is no room on the disk for the daily copy"))
      .catch((error: unknown) => log.error({ err: error }, "the daily copy could not be made"));
  const first = setTimeout(look, firstAfterMs).unref();
  const timer = setInterval(look, everyMs);
  return {
    copies,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

export function openCopies(config: Config) {
  const { dataDir } = config;
  return createCopies({
    copiesDir: join(dataDir, "copies"),
    program: programOf(config, "copy.js"),
    source: () => copySource(config),
    now: () => new Date(),
    freeDiskBytes: () => readFreeDiskBytes(dataDir),
    onMade: (at) => recordBackup(dataDir, at),
  });
}

export async function copySource(config: Config): Promise<CopySource> {
  // Imported here, because a server that makes no copy yet does not need it.
  const { draftDir } = await import("../publishing/own-content.ts");
  return {
    dataDir: config.dataDir,
    hasDatabase: config.databaseUrl === undefined,
    contentDir: draftDir(config),
    publishedDir: shownContent(config),
  };
}
