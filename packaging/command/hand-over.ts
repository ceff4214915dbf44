import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { giveToSite, paths } from "./machine.ts";

/** Calls `use` with temporary copies of files and folders that only root can read, readable for the site's user. */
export function handOver(files: readonly string[], use: (copies: string[]) => void): void {
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    console.error(`Nie ma pliku ${missing}.`);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(paths.data, "handed-over-"));
  try {
    for (const file of files)
      cpSync(file, join(folder, basename(file)), { recursive: true, dereference: true });
    // Children first, so that no other user can enter a folder before all of it belongs to the site's user.
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).reverse())
      giveToSite(join(folder, path));
    giveToSite(folder);
    use(files.map((file) => join(folder, basename(file))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
