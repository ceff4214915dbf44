// A program that draws what standard input says into the folder `argv[2]`. If a picture cannot be used, it writes the code of the
// problem to standard output and ends with status 3.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deserialize } from "node:v8";
import sharp from "sharp";
import { type BrandMark, drawnLogo } from "../site/brand-mark.ts";
import { type CardDrawing, drawCard } from "../site/draw-card.ts";
import { encodePhoto, type PhotoEncoding } from "../site/encode-photo.ts";
import { drawIcons, fitBrandMark } from "../site/icons.ts";
import { isDiskFull, type PhotoProblem } from "./photo-problem.ts";

/** What the sandbox draws: everything that is made from the owner's pictures. */
export type Drawing =
  | ({ readonly kind: "photo" } & PhotoEncoding)
  | { readonly kind: "icons"; readonly mark: BrandMark }
  | { readonly kind: "logo"; readonly bytes: Buffer }
  | ({ readonly kind: "card" } & CardDrawing);

sharp.concurrency(1);
sharp.cache(false);

/** In pixels, of the longer side of the picture that is made of a drawing. */
const logoSide = 1024;

const photoFormats = ["Jpeg", "Png", "Webp", "Heif"];

const problem = await run(process.argv[2] ?? "", deserialize(await buffer(process.stdin)));
if (problem !== undefined) {
  process.stdout.write(problem);
  process.exitCode = 3;
}

async function run(folder: string, drawing: Drawing): Promise<PhotoProblem | undefined> {
  allowLoaders(drawing.kind);
  try {
    return await drawInto(folder, drawing);
  } catch (error) {
    if (isDiskFull(error)) return "noRoom";
    // Errors of the system have a code, those of the decoders have none.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    console.error(error);
    return "damaged";
  }
}

/** A photograph's first bytes decide which loader reads them, so it gets none for drawings. */
function allowLoaders(kind: Drawing["kind"]): void {
  const formats = kind === "photo" ? photoFormats : [...photoFormats, "Svg"];
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
}

/** Draws into an empty folder; returns why a picture cannot be used, and throws for a damaged one. */
async function drawInto(folder: string, drawing: Drawing): Promise<PhotoProblem | undefined> {
  if (drawing.kind === "photo") return encodePhoto(folder, drawing);
  if (drawing.kind === "icons") await drawIcons(folder, drawing.mark);
  else if (drawing.kind === "logo")
    await writeFile(
      join(folder, drawnLogo),
      await fitBrandMark({ type: "svg", bytes: drawing.bytes }, logoSide, logoSide),
    );
  else await writeFile(join(folder, "card.jpg"), await drawCard(drawing));
  return undefined;
}
