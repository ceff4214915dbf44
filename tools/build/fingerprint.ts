import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Everything that the code build depends on. */
export const codeInputs = [
  "accounts",
  "app",
  "content-model",
  "enquiries",
  "panel",
  "publishing",
  "server",
  "tools/build.ts",
  "tools/build",
  "vite.config.ts",
  "package-lock.json",
];

const testsOnly = /\.(?:test|contract)\.tsx?$|^testing$/;

/** A hash of all the files (except tests) and the settings. */
export async function fingerprint(paths: readonly string[], settings: unknown = null): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const path of paths) await addTo(hash, path);
  return hash.digest("hex");
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entry = await stat(path);
  if (entry.isDirectory()) {
    for (const name of (await readdir(path)).sort()) {
      if (!testsOnly.test(name)) await addTo(hash, join(path, name));
    }
  } else {
    hash.update(path).update(await readFile(path));
  }
}
