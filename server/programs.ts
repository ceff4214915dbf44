import { join, resolve } from "node:path";

/** The programs that run in their own process: the bundled file in a code build, and its source. */
export const programs = {
  "main.js": "process/main.ts",
  "publish.js": "publishing/publish.ts",
  "export.js": "panel/server/export-child.ts",
  "backup.js": "panel/server/backups/child.ts",
  "read-busy.js": "process/read-busy-calendar.ts",
  "preview.js": "publishing/preview/preview.ts",
  "decode-photo.js": "publishing/photos/decode-photo.ts",
  "make-pictures.js": "publishing/photos/make-pictures.ts",
} as const;

const runsFromSources = import.meta.filename.endsWith(".ts");

/** The path of a program. A server that runs from its sources uses the source, because a built program may be of another version. */
export function programOf({ codeDir }: { readonly codeDir: string }, name: keyof typeof programs): string {
  return runsFromSources ? join(import.meta.dirname, "..", programs[name]) : resolve(codeDir, name);
}
