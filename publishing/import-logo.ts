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
  if (!/\.(?:svg|png)$/i.test(name))
    return { kind: "refused", message: "Logo musi być plikiem SVG albo PNG." };
  const found = findLogoProblem(name, bytes);
  if (found) return { kind: "refused", message: `Nie można użyć tego logo: ${found.problem}. ${found.hint}` };
  await ensureOwnContent({ ownContentDir });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = `logo-${hash}${extname(name).toLowerCase()}`;
  await writeAtomically(join(ownContentDir, file), bytes);
  return { kind: "stored", file };
}
