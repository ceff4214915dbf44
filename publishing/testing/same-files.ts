import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../../server/durable-files.ts";
import { keptFilesIn } from "../compare-content.ts";

/** Whether a content folder has the texts and pictures of kept content, byte for byte. */
export async function hasSameFiles(contentDir: string, kept: string): Promise<boolean> {
  for (const name of await keptFilesIn(kept)) {
    const bytes = await readFile(join(contentDir, name)).catch(ignoreMissing);
    if (!bytes?.equals(await readFile(join(kept, name)))) return false;
  }
  return true;
}
