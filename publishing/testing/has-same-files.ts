import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../../server/durable-files.ts";
import { keptFilesIn } from "../compare-content.ts";

/** Whether all files of kept content are the same in a content folder. */
export async function hasSameFiles(contentDir: string, kept: string): Promise<boolean> {
  for (const name of await keptFilesIn(kept)) {
    const bytes = await readFile(join(contentDir, name)).catch(ignoreMissing);
    if (!bytes?.equals(await readFile(join(kept, name)))) return false;
  }
  return true;
}
