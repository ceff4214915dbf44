import { openSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { paths } from "./machine.ts";

/** What the site's user gets of a file that root names: a word for the command line, and root's open file as standard input. */
interface GivenFile {
  /** `-` for standard input. */
  readonly word: string;
  readonly stdin?: number;
}

/** Opens a file that perhaps only root can read. One in the site's folder is left to the site's user. Undefined if it is missing. */
export function openForSite(path: string): GivenFile | undefined {
  try {
    return isOfSite(path) ? { word: path } : { word: "-", stdin: openSync(path, "r") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.error(`Nie ma pliku ${path}.`);
    process.exitCode = 1;
    return undefined;
  }
}

/** Whether the path leads through the site's folder, where root must not follow it. */
export function isOfSite(path: string): boolean {
  return [path, realpathSync(dirname(path))].some((place) => `${place}/`.startsWith(`${paths.data}/`));
}
