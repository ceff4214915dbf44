import { join } from "node:path";
import type { Kysely } from "kysely";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";
import { createIncomingCopy } from "./incoming-copy.ts";
import { putDatabase } from "./put-database.ts";
import { restoreCopy } from "./restore-copy.ts";

export interface RestorerDeps {
  readonly folders: { readonly dataDir: string; readonly ownContentDir: string };
  readonly db: Kysely<Tables & AccountTables>;
  /** Whether the panel has no owner yet. */
  readonly isFree: () => Promise<boolean>;
  readonly freeDiskBytes: () => Promise<number>;
  readonly publish: (contentDir: string, by: string) => Promise<boolean>;
  /** Called when what was restored is in place, with the device that sent it. */
  readonly onRestored: (by: string) => Promise<void>;
  readonly now: () => number;
  readonly log: { error(fields: object, message: string): void };
}

export type RestorerState =
  | { kind: "idle" }
  | { kind: "running" }
  /** `enquiries` is null where the copy holds no database; `isPublished` where it is from before the first publication. */
  | { kind: "restored"; enquiries: number | null; isPublished: boolean | null }
  | { kind: "refused"; problem: string };

export type Restorer = ReturnType<typeof createRestorer>;

/** Restores a copy of everything into a panel without an owner, while the site goes on. */
export function createRestorer(deps: RestorerDeps) {
  const { folders, db, isFree, freeDiskBytes, publish, onRestored, log } = deps;
  const incoming = createIncomingCopy({ folder: join(folders.dataDir, "incoming-copy"), freeDiskBytes });
  let state: RestorerState = { kind: "idle" };

  async function run(file: string, by: string): Promise<RestorerState> {
    const now = new Date(deps.now());
    try {
      const restored = await restoreCopy(file, {
        ...folders,
        putDatabase: (copied) => putDatabase(copied, db, now),
        publish: (contentDir) => publish(contentDir, by),
      });
      if (!restored.ok) return { kind: "refused", problem: restored.problem };
      await onRestored(by);
      const { database, published: isPublished = null } = restored;
      return { kind: "restored", enquiries: database?.contents.enquiries ?? null, isPublished };
    } catch (error) {
      log.error({ err: error }, "a copy could not be restored");
      return { kind: "refused", problem: "Tego pliku nie udało się przywrócić." };
    } finally {
      await incoming.remove();
    }
  }

  return {
    incoming,
    isFree,
    /** Somebody may have begun to send a copy and then gone on without it. */
    async removeLeftovers(): Promise<void> {
      if (state.kind !== "running" && !(await isFree())) await incoming.remove();
    },
    state: () => state,
    /** Whoever asks while one is restored follows that one. */
    start(key: string, by: string): void {
      if (state.kind === "running") return;
      state = { kind: "running" };
      void run(incoming.fileOf(key), by).then((ended) => {
        state = ended;
      });
    },
  };
}
