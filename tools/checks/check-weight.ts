import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ServedDocument } from "./check-document.ts";
import { error, type Finding, warning } from "./finding.ts";

/** What a page may weigh, in bytes over the line (Brotli where it compresses). */
export const budgets = {
  /** A document with its style sheet: the first ten packets of a connection. */
  document: 14_600,
  /** All scripts of the home page and the form. */
  scripts: 100_000,
  /** One photograph in its largest size. */
  picture: 600_000,
};

const otherParts = /^(?:oferta|galeria|osiagniecia|dziekujemy|lightbox|start-slider)-/;

/** Pages, scripts and photographs of a built site that are too heavy for a phone with a weak signal. */
export function checkWeight(
  clientDir: string,
  documents: readonly Pick<ServedDocument, "path" | "sentBytes">[],
): Finding[] {
  const sizeOf = (file: string) => statSync(join(clientDir, file)).size;
  return [
    ...documents.flatMap(checkSent),
    ...checkScripts(clientDir, sizeOf),
    ...checkPictures(clientDir, sizeOf),
  ];
}

function checkSent({ path, sentBytes }: Pick<ServedDocument, "path" | "sentBytes">): Finding[] {
  if (sentBytes <= budgets.document) return [];
  const weight = `strona waży ${kilobytes(sentBytes)}, a może najwyżej ${kilobytes(budgets.document)}`;
  return [error(`${weight}; skróć teksty`, path)];
}

type SizeOf = (file: string) => number;

function checkScripts(clientDir: string, sizeOf: SizeOf): Finding[] {
  const size = readdirSync(join(clientDir, "assets"))
    .filter((name) => name.endsWith(".js.br") && !otherParts.test(name))
    .reduce((sum, name) => sum + sizeOf(join("assets", name)), 0);
  return size > budgets.scripts
    ? [warning(`skrypty ważą razem ${kilobytes(size)}, a mogą najwyżej ${kilobytes(budgets.scripts)}`)]
    : [];
}

function checkPictures(clientDir: string, sizeOf: SizeOf): Finding[] {
  return readdirSync(join(clientDir, "pictures"))
    .map((name) => ({ name, size: sizeOf(join("pictures", name)) }))
    .filter(({ size }) => size > budgets.picture)
    .map(({ name, size }) =>
      warning(`zdjęcie waży ${kilobytes(size)}, a powinno najwyżej ${kilobytes(budgets.picture)}`, name),
    );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).replace(".", ",")} kB`;
