/** Aligns columns for a terminal; the last column is not padded. */
export function toTable(header: string[], rows: string[][]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  return all.map((row) => toLine(row, widths)).join("\n");
}

function toLine(row: string[], widths: number[]): string {
  return row
    .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
    .join("  ")
    .trimEnd();
}

const widthOf = (text: string) => [...text].length;
