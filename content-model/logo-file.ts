import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

const maxSvgBytes = 100_000;
const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Large enough for the largest icon. */
const smallestSide = 512;
/** Decoding a larger picture can take gigabytes of memory, even from a file of a few kilobytes. */
const longestSide = 4096;

/** The SVG and PNG files beside the content files, by name; the value is the reason why one cannot be the logo. */
export type LogoFiles = Readonly<Record<string, string | undefined>>;

export function readLogoFiles(folder: string): LogoFiles {
  const logos = readdirSync(folder).filter((name) => /\.(?:svg|png)$/.test(name));
  return Object.fromEntries(
    logos.map((name) => [name, findLogoProblem(name, readFileSync(join(folder, name)))]),
  );
}

/** Checks what can be checked without decoding. The sandbox that renders the logo rejects all other defects. */
export function findLogoProblem(file: string, bytes: Buffer): string | undefined {
  if (extname(file).toLowerCase() === ".png") return findPngProblem(bytes);
  return bytes.length > maxSvgBytes
    ? "Ten rysunek ma ponad 100 kB. Uprość go albo zapisz logo jako PNG."
    : undefined;
}

export function pngSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function findPngProblem(bytes: Buffer): string | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, pngSignature.length).equals(pngSignature))
    return "To logo nie jest obrazem PNG. Zapisz je jeszcze raz jako PNG albo SVG.";
  const { width, height } = pngSize(bytes);
  const longest = Math.max(width, height);
  if (longest <= longestSide && longest >= smallestSide) return undefined;
  return `Logo ma ${width} × ${height} punktów, a jego dłuższy bok może mieć od ${smallestSide} do ${longestSide}.`;
}
