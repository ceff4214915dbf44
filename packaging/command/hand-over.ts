import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { giveToSite, paths } from "./machine.ts";

/** Copies root's files and folders to where the site's user can read them, for as long as `use` takes. */
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
    // From the inside out: nobody else can enter what is still root's.
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).reverse())
      giveToSite(join(folder, path));
    giveToSite(folder);
    use(files.map((file) => join(folder, basename(file))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
