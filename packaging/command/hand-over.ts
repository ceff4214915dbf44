import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { giveToSite, paths } from "./machine.ts";

/** Copies root's files to where the site's user can read them, for as long as `use` takes. */
export function handOver(files: readonly string[], use: (copies: string[]) => void): void {
  const folder = mkdtempSync(join(paths.data, "handed-over-"));
  try {
    const copies = files.map((file) => {
      const copy = join(folder, basename(file));
      copyFileSync(file, copy);
      giveToSite(copy);
      return copy;
    });
    giveToSite(folder);
    use(copies);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.error(`Nie ma pliku ${(error as NodeJS.ErrnoException).path}.`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
