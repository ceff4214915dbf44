import { join } from "node:path";
import type { Kysely } from "kysely";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";
import { importDatabase } from "./import-database.ts";
import { createIncomingBackup } from "./incoming-backup.ts";
import { restoreFullBackup } from "./restore-full-backup.ts";

export interface RestorerDeps {
  readonly folders: { readonly dataDir: string; readonly ownContentDir: string };
  readonly db: Kysely<Tables & AccountTables>;
  /** Whether the panel has no owner yet. */
  readonly isFree: () => Promise<boolean>;
  readonly freeDiskBytes: () => Promise<number>;
  readonly publish: (contentDir: string, by: string) => Promise<boolean>;
  /** Called after a restore, with the device that uploaded the backup. */
  readonly onRestored: (by: string) => Promise<void>;
  readonly now: () => number;
  readonly log: { error(fields: object, message: string): void };
}

export type RestorerState =
  | { kind: "idle" }
  | { kind: "running" }
  /** `enquiries` is null if the backup has no database, `isPublished` if it is older than the first publication. */
  | { kind: "restored"; enquiries: number | null; isPublished: boolean | null }
  | { kind: "refused"; problem: string };

export type Restorer = ReturnType<typeof createRestorer>;

/** Restores a full backup into a panel without an owner while the server runs. */
export function createRestorer(deps: RestorerDeps) {
  const { folders, db, isFree, freeDiskBytes, publish, onRestored, log } = deps;
  const incoming = createIncomingBackup({ folder: join(folders.dataDir, "incoming-copy"), freeDiskBytes });
  let state: RestorerState = { kind: "idle" };

  async function run(file: string, by: string): Promise<RestorerState> {
    const now = new Date(deps.now());
    try {
      const restored = await restoreFullBackup(file, {
        ...folders,
        restoreDatabase: (backup) => importDatabase(backup, db, now),
        publish: (contentDir) => publish(contentDir, by),
      });
      if (!restored.ok) return { kind: "refused", problem: restored.problem };
      await onRestored(by);
      const { database, published: isPublished = null } = restored;
      return { kind: "restored", enquiries: database?.contents.enquiries ?? null, isPublished };
    } catch (error) {
      log.error({ err: error }, "a backup could not be restored");
      return { kind: "refused", problem: "Tego pliku nie udało się przywrócić." };
    } finally {
      await incoming.remove();
    }
  }

  return {
    incoming,
    isFree,
    /** Removes an abandoned upload once the panel has an owner. */
    async removeLeftovers(): Promise<void> {
      if (state.kind !== "running" && !(await isFree())) await incoming.remove();
    },
    state: () => state,
    /** A call during a restore does nothing: the caller follows that one through `state`. */
    start(key: string, by: string): void {
      if (state.kind === "running") return;
      state = { kind: "running" };
      void run(incoming.fileOf(key), by).then((ended) => {
        state = ended;
      });
    },
  };
}
