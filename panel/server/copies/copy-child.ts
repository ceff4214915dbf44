// A copy of everything in a process of its own: hundreds of megabytes neither hold up nor swell the server.
import { type CopySource, copyEverything } from "./copy-of-everything.ts";

export interface CopyRequest {
  readonly source: CopySource;
  readonly file: string;
  /** ISO time. */
  readonly at: string;
}

// Whoever asked is gone; what was begun leaves nothing under a good name.
process.once("disconnect", () => process.exit(1));
process.once("message", async ({ source, file, at }: CopyRequest) => {
  await copyEverything(source, file, new Date(at));
  process.removeAllListeners("disconnect");
  process.disconnect();
});
