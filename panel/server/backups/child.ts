// Writes or checks a full backup in a child process, so that hundreds of megabytes neither block the server nor grow its memory.
import { createReadStream } from "node:fs";
import { stageBackup } from "./stage-backup.ts";
import { type BackupSource, writeFullBackup } from "./write-full-backup.ts";

export type BackupTask =
  /** `at`: ISO time. */
  | { readonly task: "write"; readonly source: BackupSource; readonly file: string; readonly at: string }
  /** `room`: in bytes. */
  | { readonly task: "stage"; readonly file: string; readonly dataDir: string; readonly room: number };

// The parent has gone. An unfinished backup never has its final name, and nobody can confirm what has been staged.
process.once("disconnect", () => process.exit(1));
process.once("message", async (task: BackupTask) => {
  const result =
    task.task === "write"
      ? await writeFullBackup(task.source, task.file, new Date(task.at))
      : await stageBackup(createReadStream(task.file), task.dataDir, task.room);
  process.removeAllListeners("disconnect");
  process.send?.(result ?? null, () => process.disconnect());
});
