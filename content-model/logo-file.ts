import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { findSvgProblem } from "./safe-svg.ts";

const maxSvgBytes = 100_000;
const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Large enough for the largest icon. */
const smallestSide = 512;
/** A larger one takes a file of a few kilobytes and gigabytes of memory. */
const longestSide = 4096;

/** A file that may be the logo, with a problem if it cannot be. */
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

export function findLogoProblem(file: string, bytes: Buffer): LogoFile["problem"] {
  return extname(file).toLowerCase() === ".png"
    ? findPngProblem(file, bytes)
    : findDrawingProblem(file, bytes);
}

/** The first bytes of every PNG picture. */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function findPngProblem(file: string, bytes: Buffer): LogoFile["problem"] {
  if (bytes.length < 24 || !bytes.subarray(0, pngSignature.length).equals(pngSignature)) {
    return {
      problem: `plik „${file}” nie jest obrazem PNG`,
      hint: "Zapisz logo jeszcze raz jako PNG albo SVG.",
    };
  }
  const { width, height } = pngSize(bytes);
  if (Math.max(width, height) > longestSide) {
    return {
      problem: `plik „${file}” ma ${width} × ${height} punktów`,
      hint: `Zmniejsz go: dłuższy bok może mieć najwyżej ${longestSide}.`,
    };
  }
  if (Math.max(width, height) >= smallestSide) return undefined;
  return {
    problem: `plik „${file}” ma ${width} × ${height} punktów`,
    hint: `Potrzebny jest plik, którego dłuższy bok ma co najmniej ${smallestSide}.`,
  };
}

function findDrawingProblem(file: string, bytes: Buffer): LogoFile["problem"] {
  if (bytes.length > maxSvgBytes) {
    return {
      problem: `plik „${file}” jest za duży: ma ${Math.ceil(bytes.length / 1000)} kB, a może mieć najwyżej 100`,
      hint: "Uprość rysunek albo zapisz logo jako PNG.",
    };
  }
  const unsafe = findSvgProblem(bytes.toString("utf8"));
  return unsafe && { problem: `plik „${file}” ${unsafe.problem}`, hint: unsafe.hint };
}
