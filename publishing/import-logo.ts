import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { findLogoProblem } from "../content-model/logo-file.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { type ContentPlaces, ensureOwnContent } from "./own-content.ts";

export type ImportedLogo =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly words: string };

/** Stores a logo next to the content files under a name with its hash, or explains in Polish why it cannot be used. */
export async function importLogo(
  { ownContentDir }: Pick<ContentPlaces, "ownContentDir">,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<ImportedLogo> {
  const words = refusalOf(name, bytes);
  if (words !== undefined) return { kind: "refused", words };
  await ensureOwnContent({ ownContentDir });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = `logo-${hash}${extname(name).toLowerCase()}`;
  await writeAtomically(join(ownContentDir, file), bytes);
  await removeUnused(ownContentDir, file);
  return { kind: "stored", file };
}

/** Earlier uploads that the content does not name. */
async function removeUnused(contentDir: string, newest: string): Promise<void> {
  const site = await readFile(join(contentDir, "site.yaml"), "utf8");
  for (const name of await readdir(contentDir)) {
    const isUsed = name === newest || site.includes(name);
    if (/^logo-[0-9a-f]{12}\.(?:svg|png)$/.test(name) && !isUsed) await rm(join(contentDir, name));
  }
}

function refusalOf(name: string, bytes: Buffer): string | undefined {
  if (!/\.(?:svg|png)$/i.test(name)) return "Logo musi być plikiem SVG albo PNG.";
  const found = findLogoProblem(name, bytes);
  return found && `Nie można użyć tego logo: ${found.problem}. ${found.hint}`;
}
