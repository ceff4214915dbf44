import type { Opinions } from "../opinions/opinions.server.ts";
import { isRestoreDue, isRestoring, type Restored } from "../panel/server/backups/restore-journal.ts";
import { removeOpinions } from "../publishing/opinions/withdraw-opinions.ts";
import { startPublication } from "../publishing/start-publication.ts";
import { type Config, type Environment, parseConfig } from "../server/config.ts";
import type { Logger } from "../server/logger.ts";

const pollMs = 500;

/**
 * Restores a backup that the owner has confirmed; call it before anything is opened, settings included. Returns what was restored,
 * for `followRestores` to publish; undefined if nothing was. Throws if the database server fails.
 */
export async function restoreAtStart(environment: Environment): Promise<Restored | undefined> {
  const parsed = parseConfig(environment);
  if (!parsed.ok || !isRestoring(parsed.config.dataDir)) return undefined;
  const { applyRestore } = await import("../panel/server/backups/apply-restore.ts");
  const outcome = await applyRestore(parsed.config, new Date());
  if (!outcome && isRestoring(parsed.config.dataDir)) throw new Error("another process is restoring");
  return outcome?.kind === "restored" ? outcome : undefined;
}

interface FollowOptions {
  readonly config: Config;
  readonly restored: Restored | undefined;
  readonly opinions: Pick<Opinions, "sync">;
  readonly restart: () => void;
  readonly log: Logger;
}

/** Publishes what has just been restored, and restarts the program once the owner confirms a restore, in the panel or by the command. */
export function followRestores({ config, restored, opinions, restart, log }: FollowOptions) {
  async function publish(contentDir: string): Promise<boolean> {
    try {
      // They may have been withdrawn after the copy.
      await removeOpinions((await opinions.sync()).withdrawn, contentDir);
      const publication = { contentDir, origin: "panel", wasShown: true } as const;
      return (await startPublication(config, publication, () => {})).kind === "published";
    } catch (error) {
      // The restore ends all the same: a later attempt could replace newer content.
      log.error({ err: error }, "what was restored could not be published");
      return false;
    }
  }

  if (restored)
    import("../panel/server/backups/apply-restore.ts")
      .then(({ publishRestored }) => publishRestored(config.dataDir, restored, publish))
      .catch((error: unknown) => log.error({ err: error }, "the restore could not be ended"));
  const timer = setInterval(() => {
    try {
      if (!isRestoreDue(config.dataDir)) return;
    } catch {
      // With too many open files, for example. A start tells what is wrong with it.
      return;
    }
    clearInterval(timer);
    log.info({}, "restarting to restore a backup");
    restart();
  }, pollMs);
  return { stop: () => clearInterval(timer) };
}
