import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ifExists } from "../server/releases.ts";

const fileName = "content-dir";

/** Records which content a trial site was built from. */
export async function recordTrialContent(siteDir: string, contentDir: string): Promise<void> {
  await writeFile(join(siteDir, fileName), resolve(contentDir));
}

/** The content that visitors see before the first publication; undefined if it is unknown or gone. */
export function trialContent(siteDir: string): string | undefined {
  const folder = ifExists(() => readFileSync(join(siteDir, fileName), "utf8"), "");
  return existsSync(folder) ? folder : undefined;
}
