import type { PictureFile } from "../../ui/picture.tsx";

/** The `sizes` of a picture in the grid; on a phone the first one has a row of its own. */
export function gallerySizes({ width, height }: PictureFile, first: boolean): string {
  if (ratioName(width / height) === "wide") return "(min-width: 576px) 48vw, 100vw";
  return `(min-width: 576px) 30vw, ${first ? 100 : 50}vw`;
}

/** The nearest of the ratios that the style sheet lays out. */
export function ratioName(ratio: number): "tall" | "square" | "wide" {
  if (ratio < 0.9) return "tall";
  return ratio > 1.2 ? "wide" : "square";
}
