import type { ClientFiles } from "./payload-types.ts";

/** The text of the import map in every page. It contains the hash of every script. */
export function importMap({ integrity }: Pick<ClientFiles, "integrity">): string {
  return JSON.stringify({ integrity });
}
