import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Content } from "./content.ts";
import type { Finding } from "./cross-checks.ts";
import { nearestWord } from "./nearest-word.ts";
import { findSvgProblem } from "./safe-svg.ts";

const maxSvgBytes = 100_000;
const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Whether the logo that site.yaml names is there and is a plain drawing or a PNG picture. */
export function findLogoProblems({ site }: Partial<Content>, folder: string): Finding[] {
  const file = site?.logo;
  if (file === undefined) return [];
  const found = findProblem(file, folder);
  return found ? [{ name: "site", path: ["logo"], ...found }] : [];
}

function findProblem(file: string, folder: string): { problem: string; hint: string } | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return missingFile(file, folder);
  const bytes = readFileSync(path);
  if (extname(file) === ".png") {
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

function missingFile(file: string, folder: string) {
  const near = nearestWord(
    file,
    readdirSync(folder).filter((name) => /\.(?:svg|png)$/.test(name)),
  );
  return {
    problem: `w folderze z treścią nie ma pliku „${file}”`,
    hint: near ? `Czy chodziło o „${near}”?` : "Dodaj plik obok site.yaml albo popraw nazwę.",
  };
}
