// Steps of root's commands and of upgrades, run as the site's user.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempDisposableSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "../../content-model/load.ts";
import { backUpDatabase } from "../../enquiries/owner/database-file.server.ts";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import { replaceContent } from "../../publishing/replace-content.ts";
import { loadConfig } from "../../server/config.ts";
import { reportBuildError } from "../../tools/build/build-when-stale.ts";
import { fail } from "./machine.ts";

const config = loadConfig();
const { dataDir, ownContentDir } = config;

/** Replaces the draft by a folder, or by a tar archive on standard input (`-`), if its content is valid. */
export async function putContent(folder: string): Promise<void> {
  if (folder !== "-") return replaceDraft(folder);
  using unpacked = mkdtempDisposableSync(join(dataDir, "restoring-"));
  const { status } = spawnSync("tar", ["--extract", "--directory", unpacked.path], { stdio: "inherit" });
  if (status === 0) await replaceDraft(unpacked.path);
  else process.exitCode = 1;
}

async function replaceDraft(source: string): Promise<void> {
  try {
    loadContent(source);
    const isDone = await replaceContent(source, ownContentDir);
    if (isDone) console.log("Treść jest na serwerze. Na stronie będzie ją widać po: trainer-site publish");
    else fail("Treść przywraca właśnie ktoś inny. Spróbuj jeszcze raz za chwilę.");
  } catch (error) {
    reportBuildError(error);
  }
}

/** Makes an upgrade's copy. It is beside the data and removed later, so it does not count as the owner's last backup. */
export async function backUpBeforeUpgrade(file: string): Promise<void> {
  // A site that has been set up but never started has no database yet.
  const copied = existsSync(sqliteFile(dataDir)) ? await backUpDatabase(dataDir, file) : undefined;
  if (copied?.ok === false) fail(copied.problem);
}
