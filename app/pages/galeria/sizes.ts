import type { PictureFile } from "../../ui/picture.tsx";

/** The `sizes` attribute of a picture in the grid; on a phone the first picture has a row to itself. */
export function gallerySizes({ width, height }: PictureFile, first: boolean): string {
  if (ratioName(width / height) === "wide") return "(min-width: 576px) 48vw, 100vw";
  return `(min-width: 576px) 30vw, ${first ? 100 : 50}vw`;
}

/** The nearest of the ratios that the style sheet lays out. */
export function ratioName(ratio: number): "tall" | "square" | "wide" {
  if (ratio < 0.9) return "tall";
  return ratio > 1.2 ? "wide" : "square";
}
