import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { error, type Problem, warning } from "./problem.ts";

/** Limits in bytes transferred. */
export const budgets = {
  /** A document with its style sheet, compressed: fits in a connection's first ten packets. Above it a page is merely slower. */
  document: 14_600,
  /** Above it a page is not published: that much text belongs on several pages. */
  heaviestDocument: 64_000,
  /** One photograph in its largest size. */
  picture: 600_000,
};

type Sent = { readonly path: string; readonly sentBytes: number };

/** Finds pages and photographs that are too heavy for a phone with a weak signal. */
export function checkWeight(clientDir: string, documents: readonly Sent[]): Problem[] {
  return [...documents.flatMap(checkSent), ...checkPictures(join(clientDir, "pictures"))];
}

function checkSent({ path, sentBytes }: Sent): Problem[] {
  const weight = `strona waży ${kilobytes(sentBytes)}`;
  if (sentBytes > budgets.heaviestDocument) {
    return [error(`${weight}, a może najwyżej ${kilobytes(budgets.heaviestDocument)}; skróć teksty`, path)];
  }
  if (sentBytes > budgets.document) {
    return [
      warning(
        `${weight}; do ${kilobytes(budgets.document)} otwiera się najszybciej, więc warto skrócić teksty`,
        path,
      ),
    ];
  }
  return [];
}

function checkPictures(folder: string): Problem[] {
  return readdirSync(folder)
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .filter(({ size }) => size > budgets.picture)
    .map(({ name, size }) =>
      warning(`zdjęcie waży ${kilobytes(size)}, a powinno najwyżej ${kilobytes(budgets.picture)}`, name),
    );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).replace(".", ",")} kB`;
