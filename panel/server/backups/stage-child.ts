// Unpacks and checks an uploaded backup in a child process: the check of a large database would stop the server.
import { createReadStream } from "node:fs";
import { type StagedBackup, stageBackup } from "./stage-backup.ts";

export interface StageRequest {
  readonly file: string;
  readonly dataDir: string;
  /** In bytes. */
  readonly room: number;
}

// The parent has gone, and nobody can confirm what has been staged.
process.once("disconnect", () => process.exit(1));
process.once("message", async ({ file, dataDir, room }: StageRequest) => {
  const staged: StagedBackup = await stageBackup(createReadStream(file), dataDir, room);
  process.removeAllListeners("disconnect");
  process.send?.(staged, () => process.disconnect());
});
