import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PhotoProblem } from "../photos/photo-problem.ts";
import type { BrandMark } from "./brand-mark.ts";
import { type CardDrawing, drawCard } from "./draw-card.ts";
import { encodePhoto, type PhotoEncoding } from "./encode-photo.ts";
import { drawIcons } from "./icons.ts";

/** What the sandbox draws: everything that is made from the owner's pictures. */
export type Drawing =
  | ({ readonly kind: "photo" } & PhotoEncoding)
  | { readonly kind: "icons"; readonly mark: BrandMark }
  | ({ readonly kind: "card" } & CardDrawing);

/** Draws into an empty folder; returns why a picture cannot be used, and throws for a damaged one. */
export async function drawInto(folder: string, drawing: Drawing): Promise<PhotoProblem | undefined> {
  if (drawing.kind === "photo") return encodePhoto(folder, drawing);
  if (drawing.kind === "icons") await drawIcons(folder, drawing.mark);
  else await writeFile(join(folder, "card.jpg"), await drawCard(drawing));
  return undefined;
}
