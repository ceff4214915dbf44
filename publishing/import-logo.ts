import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { findLogoProblem } from "../content-model/logo-file.ts";
import { writeAtomically } from "../server/durable-files.ts";
import { type ContentPlaces, ensureOwnContent } from "./own-content.ts";

export type ImportedLogo =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly message: string };

/** Stores a logo next to the content files under a name with its hash, or explains in Polish why it cannot be used. */
export async function importLogo(
  { ownContentDir }: Pick<ContentPlaces, "ownContentDir">,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<ImportedLogo> {
  const message = refusalOf(name, bytes);
  if (message !== undefined) return { kind: "refused", message };
  await ensureOwnContent({ ownContentDir });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = `logo-${hash}${extname(name).toLowerCase()}`;
  await writeAtomically(join(ownContentDir, file), bytes);
  return { kind: "stored", file };
}

function refusalOf(name: string, bytes: Buffer): string | undefined {
  if (!/\.(?:svg|png)$/i.test(name)) return "Logo musi być plikiem SVG albo PNG.";
  const found = findLogoProblem(name, bytes);
  return found && `Nie można użyć tego logo: ${found.problem}. ${found.hint}`;
}
