// Writes a full backup in a child process, so that hundreds of megabytes neither block the server nor grow its memory.
import { type BackupSource, writeFullBackup } from "./write-full-backup.ts";

export interface BackupRequest {
  readonly source: BackupSource;
  readonly file: string;
  /** ISO time. */
  readonly at: string;
}

// The parent has gone. An unfinished backup never has its final name.
process.once("disconnect", () => process.exit(1));
process.once("message", async ({ source, file, at }: BackupRequest) => {
  await writeFullBackup(source, file, new Date(at));
  process.removeAllListeners("disconnect");
  process.disconnect();
});
