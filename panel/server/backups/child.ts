// Writes, checks or sends a full backup in a child process, so that hundreds of megabytes neither block the server nor grow its memory.
import { createReadStream } from "node:fs";
import { answerParent } from "../../../publishing/fork-program.ts";
import type { Sending } from "./offsite/send-backup.ts";
import { rehearseRestore, stageBackup } from "./stage-backup.ts";
import { type BackupSource, writeFullBackup } from "./write-full-backup.ts";

export type BackupTask =
  /** `at`: ISO time. */
  | { task: "write"; source: BackupSource; file: string; at: string }
  /** `room`: in bytes. */
  | { task: "stage" | "rehearse"; file: string; dataDir: string; room: number }
  | ({ task: "send" } & Sending);

// If the parent is gone, an unfinished backup never gets its final name, and nobody can confirm a staged one.
answerParent(async (task: BackupTask) => {
  if (task.task === "write") return writeFullBackup(task.source, task.file, new Date(task.at));
  if (task.task === "send") return (await import("./offsite/send-backup.ts")).sendBackup(task);
  const check = task.task === "stage" ? stageBackup : rehearseRestore;
  return check(createReadStream(task.file), task.dataDir, task.room);
});
