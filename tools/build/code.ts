import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeFiles } from "../../publishing/code-build.ts";
import { compressFolder } from "../../publishing/site/compress.ts";
import { programs } from "../../server/programs.ts";
import { bundleApp, bundlePanel, bundleProgram, bundleServiceWorker } from "./bundles.ts";
import { collectClientCode } from "./client-code.ts";
import { buildFonts } from "./fonts.ts";
import { outlineLetters } from "./outlines.ts";

/** Where Vite finds the subset fonts (`@fonts`). */
export const fontsDir = ".cache/fonts";

/** Creates a code build, everything that does not depend on content, in an empty folder. */
export async function buildCode(outDir: string): Promise<void> {
  const clientDir = join(outDir, codeFiles.client);
  await buildFonts(fontsDir);
  await bundleApp("client", clientDir);
  await bundleApp("render", outDir);
  await bundleServiceWorker(outDir);
  for (const [name, source] of Object.entries(programs)) await bundleProgram(source, outDir, name);
  await bundlePanel(join(outDir, codeFiles.panel));
  await compressFolder(join(outDir, codeFiles.panel));
  await writeFile(join(outDir, codeFiles.lettering), JSON.stringify(await outlineLetters(780, 118)));
  const client = await collectClientCode(clientDir);
  await compressFolder(clientDir);
  const facts = { version: await versionOf(outDir, JSON.stringify(client)), client };
  await writeFile(join(outDir, codeFiles.facts), JSON.stringify(facts));
}

/** Covers what affects pages; the server may change without a new version. */
async function versionOf(folder: string, client: string): Promise<string> {
  const hash = createHash("sha256").update(client);
  for (const name of [codeFiles.renderer, codeFiles.serviceWorker, codeFiles.lettering]) {
    hash.update(await readFile(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}
