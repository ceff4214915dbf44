import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { findLogoProblem } from "../content-model/logo-file.ts";
import { writeWhole } from "./durable-files.ts";
import { type ContentPlaces, ownContent } from "./own-content.ts";

export type TakenLogo =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly words: string };

/** Puts a logo beside the owner's content files, named by its bytes, or says in Polish why it cannot be one. */
export async function takeLogo(
  { ownContentDir }: Pick<ContentPlaces, "ownContentDir">,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<TakenLogo> {
  const words = refusalOf(name, bytes);
  if (words !== undefined) return { kind: "refused", words };
  await ownContent({ ownContentDir });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = `logo-${hash}${extname(name).toLowerCase()}`;
  await writeWhole(join(ownContentDir, file), bytes);
  return { kind: "stored", file };
}

function refusalOf(name: string, bytes: Buffer): string | undefined {
  if (!/\.(?:svg|png)$/i.test(name)) return "Logo musi być plikiem SVG albo PNG.";
  const found = findLogoProblem(name, bytes);
  return found && `Nie można użyć tego logo: ${found.problem}. ${found.hint}`;
}
