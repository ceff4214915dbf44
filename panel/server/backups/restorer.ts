import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { limitConcurrency } from "../../../server/concurrency-limit.ts";
import type { Config } from "../../../server/config.ts";
import { appendPart, type FilePart, receivedBytes } from "../../../server/durable-files.ts";
import { reservedBytes } from "../../../server/health.ts";
import { runBackupTask } from "./backups.ts";
import { confirmRestore, isRestoring, type RestoreOutcome, readOutcome } from "./restore-journal.ts";
import type { BackupSummary, StagedBackup } from "./stage-backup.ts";

export interface RestorerDeps {
  readonly config: Pick<Config, "codeDir" | "dataDir">;
  readonly freeDiskBytes: () => Promise<number>;
  readonly now: () => number;
  readonly log: { error(fields: object, message: string): void };
}

export type RestorerState =
  | { kind: "idle" | "checking" | "restoring" }
  /** Waits for the owner's confirmation. */
  | { kind: "checked"; key: string; summary: BackupSummary }
  | RestoreOutcome;

/** Receives a full backup for a panel without an owner: in parts, one backup at a time. Checks it, and restores it once confirmed. */
export function createRestorer({ config, freeDiskBytes, now, log }: RestorerDeps) {
  const { dataDir } = config;
  const folder = join(dataDir, "incoming-copy");
  const inTurn = limitConcurrency({ atOnce: 1 });
  const fileOf = (key: string) => join(folder, key);
  const received = (key: string) => receivedBytes(fileOf(key));
  let state: RestorerState = { kind: "idle" };
  let checkedKey: string | undefined;

  async function append(key: string, part: FilePart): Promise<number | "no-room"> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await received(key)) === 0) {
      for (const name of await readdir(folder)) if (name !== key) await rm(fileOf(name));
      // Three times the size: the file, the unpacked content, and its publication.
      if ((await freeDiskBytes()) < 3 * part.size + reservedBytes) return "no-room";
    }
    return appendPart(fileOf(key), part);
  }

  async function stage(key: string): Promise<RestorerState> {
    try {
      const room = Math.max(0, (await freeDiskBytes()) - reservedBytes);
      const task = { task: "stage", file: fileOf(key), dataDir, room } as const;
      const staged = (await runBackupTask(config, task)) as StagedBackup;
      if (staged.ok) return { kind: "checked", key, summary: staged.summary };
      return { kind: "refused", problem: staged.problem };
    } catch (error) {
      log.error({ err: error }, "a backup could not be checked");
      return { kind: "refused", problem: "Tego pliku nie udało się sprawdzić." };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    received,
    append: (key: string, part: FilePart) => inTurn(() => append(key, part)),
    /** What happens now, or how the last restore ended. */
    state(): RestorerState {
      if (isRestoring(dataDir)) return { kind: "restoring" };
      return state.kind === "idle" ? (readOutcome(dataDir) ?? state) : state;
    },
    /** A call during a check does nothing, nor does a repeated one, whose file is gone; `state` shows the check or its result. */
    async check(key: string): Promise<void> {
      const isRepeated = key === checkedKey && (await received(key)) === 0;
      if (isRepeated || state.kind === "checking") return;
      checkedKey = key;
      state = { kind: "checking" };
      void stage(key).then((staged) => {
        state = staged;
      });
    },
    /** Restores the checked backup; false if another one or none was checked. A repeated call changes nothing. */
    async confirm(key: string, by: string): Promise<boolean> {
      if (isRestoring(dataDir)) return true;
      if (state.kind !== "checked" || state.key !== key) return false;
      await confirmRestore(dataDir, by, new Date(now()));
      state = { kind: "idle" };
      return true;
    },
  };
}
