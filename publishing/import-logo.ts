import { hash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findLogoProblem } from "../content-model/logo-file.ts";
import type { Config } from "../server/config.ts";
import { cachedFolder, writeAtomically } from "../server/durable-files.ts";
import { ensureOwnContent } from "./own-content.ts";
import { PictureError } from "./photos/photo-problem.ts";
import { draw } from "./photos/sandbox.ts";
import { settingsVersion, unusable } from "./site/brand-files.ts";
import { drawnLogo } from "./site/brand-mark.ts";

type LogoFolders = Pick<Config, "ownContentDir" | "cacheDir" | "codeDir">;

export type Imported =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly message: string };

/** Stores a logo with the content under a name with its hash; an SVG as a PNG from the sandbox. Explains a refusal in Polish. */
export async function importLogo(folders: LogoFolders, name: string, bytes: Buffer): Promise<Imported> {
  const isKnown = /\.(?:svg|png)$/i.test(name);
  const problem = isKnown ? findLogoProblem(name, bytes) : "Logo musi być plikiem SVG albo PNG.";
  if (problem !== undefined) return { kind: "refused", message: problem };
  try {
    const picture = /png$/i.test(name) ? bytes : await pictureOf(name, bytes, folders);
    await ensureOwnContent(folders);
    await removeUnused(folders.ownContentDir);
    const file = `logo-${hash("sha256", picture).slice(0, 12)}.png`;
    await writeAtomically(join(folders.ownContentDir, file), picture);
    return { kind: "stored", file };
  } catch (error) {
    if (error instanceof PictureError) return { kind: "refused", message: error.message };
    throw error;
  }
}

/** Whoever looks at the content reads all logos. Some that the draft does not name stay, because an undo may name them again. */
async function removeUnused(folder: string): Promise<void> {
  const site = await readFile(join(folder, "site.yaml"), "utf8");
  const ours = (await readdir(folder)).filter((name) => /^logo-[0-9a-f]{12}\.png$/.test(name));
  const unused = ours.filter((name) => !site.includes(name));
  if (unused.length >= 50) for (const name of unused) await rm(join(folder, name));
}

async function pictureOf(file: string, bytes: Buffer, { cacheDir, codeDir }: LogoFolders): Promise<Buffer> {
  const key = hash("sha256", Buffer.concat([Buffer.from(settingsVersion), bytes]));
  const kept = await cachedFolder(join(cacheDir, "icons", `logo-${key}`), (folder) =>
    draw({ kind: "logo", bytes }, folder, { codeDir, file, unusable }),
  );
  return readFile(join(kept, drawnLogo));
}
