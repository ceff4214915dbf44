import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import sharp from "sharp";

const folder = "e2e/visual/accepted";

/** Run after accepting a change. A palette makes the pictures small enough for the repository and stays within the threshold. */
export default async function shrinkAccepted({ updateSnapshots }: FullConfig): Promise<void> {
  if (updateSnapshots !== "all" && updateSnapshots !== "changed") return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const picture = sharp(await readFile(path));
    if ((await picture.metadata()).isPalette) continue;
    await writeFile(path, await picture.png({ palette: true, dither: 0, effort: 10 }).toBuffer());
  }
}
