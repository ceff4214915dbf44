import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "../../content-model/load.ts";
import { restoreContent } from "../../publishing/restore-content.ts";
import { loadConfig } from "../../server/config.ts";
import { explainBuildError } from "../../tools/build/explain-error.ts";

const [folder = ""] = process.argv.slice(2);
const { contentDir, dataDir } = loadConfig();
if (folder === "-") {
  const unpacked = mkdtempSync(join(dataDir, "restoring-"));
  try {
    const { status } = spawnSync("tar", ["--extract", "--directory", unpacked], { stdio: "inherit" });
    if (status === 0) await putContent(unpacked);
    else process.exitCode = 1;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
} else await putContent(folder);

async function putContent(source: string): Promise<void> {
  try {
    loadContent(source);
    await restoreContent(source, contentDir);
    console.log("Treść jest na serwerze. Na stronie będzie ją widać po: trainer-site publish");
  } catch (error) {
    explainBuildError(error);
  }
}
