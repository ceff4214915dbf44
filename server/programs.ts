import { join, resolve } from "node:path";

/** The sources of the programs that have a process of their own, by the file of a code build into which each is bundled. */
export const programs = {
  "main.js": "server/main.ts",
  "publish.js": "publishing/child.ts",
  "export.js": "panel/server/export-child.ts",
  "backup.js": "panel/server/backups/backup-child.ts",
  "preview.js": "publishing/preview/preview-child.ts",
  "decode-photo.js": "publishing/photos/decode-photo.ts",
  "make-pictures.js": "publishing/photos/make-pictures.ts",
} as const;

const runsFromSources = import.meta.filename.endsWith(".ts");

/**
 * The program for a process of its own. A server that runs from its sources takes the source: nothing says that a built one is of the
 * same version.
 */
export function programOf({ codeDir }: { readonly codeDir: string }, name: keyof typeof programs): string {
  return runsFromSources ? join(import.meta.dirname, "..", programs[name]) : resolve(codeDir, name);
}
