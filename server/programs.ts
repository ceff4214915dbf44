import { join, resolve } from "node:path";
import type { Config } from "./config.ts";

export const runsFromSources = import.meta.filename.endsWith(".ts");

/**
 * The program for a process of its own. A server that runs from its sources takes the source: nothing says that a built one is of the
 * same version.
 */
export function programOf({ codeDir }: Pick<Config, "codeDir">, source: string, built: string): string {
  return runsFromSources ? join(import.meta.dirname, source) : resolve(codeDir, built);
}
