import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const codeInputs = [
  "app",
  "content-model",
  "enquiries",
  "publishing",
  "server",
  "tools/build.ts",
  "tools/build",
  "vite.config.ts",
  "package-lock.json",
];

const testsOnly = /\.(?:test|contract)\.tsx?$|^testing$/;

/** A fingerprint of everything that decides on what the build gives: code, content and settings. */
export async function fingerprint(options: {
  contentDir: string;
  settings: readonly unknown[];
}): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(options.settings));
  for (const input of [...codeInputs, options.contentDir]) await addTo(hash, input);
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

export async function isFresh(outDir: string, inputs: string): Promise<boolean> {
  return (await readFile(join(outDir, "inputs"), "utf8").catch(() => "")) === inputs;
}

export function writeStamp(outDir: string, inputs: string): Promise<void> {
  return writeFile(join(outDir, "inputs"), inputs);
}
