import { basename, dirname, join } from "node:path";
import { dayMs, hourMs } from "../../../enquiries/clock.ts";
import { finishReplacement, replacedContents } from "../../../publishing/replace-content.ts";
import type { Config } from "../../../server/config.ts";
import { removeOld } from "../../../server/durable-files.ts";
import { isRestoring } from "./restore-journal.ts";

/** Folders and files that only a killed program leaves in the data folder. They hold personal data that no erasure reaches. */
const leftInData =
  /^(?:(?:rehearsal|handed-over|withdrawing|copying)(?:-|$)|restoring-|.*\.unfinished$|.*\.partial-)/;

/** Removes what killed programs have left, except a confirmed restore, which the next start finishes. */
export async function sweepLeftovers(
  { dataDir, cacheDir, ownContentDir }: Pick<Config, "dataDir" | "cacheDir" | "ownContentDir">,
  now: number,
): Promise<void> {
  finishReplacement(ownContentDir);
  // Whatever is younger may still be in use.
  const sweep = (folder: string, left: RegExp) => removeOld(folder, left, now - hourMs);
  await sweep(dataDir, leftInData);
  await sweep(join(dataDir, "copies"), /\.unfinished$/);
  await sweep(join(dataDir, "incoming-copy"), /./);
  const contents = [ownContentDir, ...replacedContents(ownContentDir)];
  const made = ["pictures", "cards", "icons"].map((kind) => join(cacheDir, kind));
  for (const folder of [...made, ...contents, ...contents.map((one) => join(one, "photos"))])
    await sweep(folder, /\.partial-/);
  const content = basename(ownContentDir).replaceAll(/\W/g, "\\$&");
  await sweep(dirname(ownContentDir), new RegExp(`^${content}\\.(?:partial-|restored)`));
  if (!isRestoring(dataDir)) {
    await sweep(dataDir, /^restoring$/);
    await sweep(dirname(ownContentDir), new RegExp(`^${content}\\.restoring(?:\\.partial.*)?$`));
  }
  // Photographs as they were uploaded, with place and camera; a browser may go on with one for a day.
  await removeOld(join(dataDir, "uploads"), /./, now - dayMs);
}
