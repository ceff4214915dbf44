import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { findSvgProblem } from "./safe-svg.ts";

const maxSvgBytes = 100_000;
const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Of a PNG picture: the largest icon is made of it. */
export const smallestLogoSide = 512;

/** A file that might be the logo, and why it cannot be. */
export interface LogoFile {
  readonly problem?: { readonly problem: string; readonly hint: string } | undefined;
}

/** The drawings and PNG pictures beside the content files. */
export function readLogoFiles(folder: string, names: readonly string[]): Record<string, LogoFile> {
  const logos = names.filter((name) => /\.(?:svg|png)$/.test(name));
  return Object.fromEntries(
    logos.map((name) => [name, { problem: findLogoProblem(name, readFileSync(join(folder, name))) }]),
  );
}

/** Why the bytes of a file cannot be the logo. */
export function findLogoProblem(file: string, bytes: Buffer): LogoFile["problem"] {
  if (extname(file).toLowerCase() === ".png") {
    return bytes.subarray(0, pngSignature.length).equals(pngSignature)
      ? undefined
      : {
          problem: `plik „${file}” nie jest obrazem PNG`,
          hint: "Zapisz logo jeszcze raz jako PNG albo SVG.",
        };
  }
  if (bytes.length > maxSvgBytes) {
    return {
      problem: `plik „${file}” jest za duży: ma ${Math.ceil(bytes.length / 1000)} kB, a może mieć najwyżej 100`,
      hint: "Uprość rysunek albo zapisz logo jako PNG.",
    };
  }
  const unsafe = findSvgProblem(bytes.toString("utf8"));
  return unsafe && { problem: `plik „${file}” ${unsafe.problem}`, hint: unsafe.hint };
}
