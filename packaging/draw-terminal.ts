// node packaging/draw-terminal.ts FILE > docs/screenshots/instalacja.svg: draws a command's terminal output, for the guide.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const [file = ""] = process.argv.slice(2);
const cell = { width: 9, height: 18 };
const margin = 20;

const lines = stripVTControlCharacters(readFileSync(file, "utf8")).replaceAll("\r", "").trimEnd().split("\n");
const columns = Math.max(...lines.map((line) => line.length));
const width = columns * cell.width + 2 * margin;
const height = lines.length * cell.height + 2 * margin;

/** The half blocks of a QR code. Drawn as text, they would leave gaps between the lines. */
const halves: Record<string, [top: number, height: number]> = { "█": [0, 1], "▀": [0, 0.5], "▄": [0.5, 0.5] };

const drawn = lines.map((line, row) => {
  const top = margin + row * cell.height;
  const blocks = [...line].flatMap((character, column) => {
    const half = halves[character];
    if (!half) return [];
    const [from, share] = half;
    return `M${margin + column * cell.width} ${top + from * cell.height}h${cell.width}v${share * cell.height}h-${cell.width}z`;
  });
  const words = line.replaceAll(/[█▀▄]/g, " ").trimEnd();
  const text = `<text x="${margin}" y="${top + 14}" textLength="${words.length * cell.width}">${escaped(words)}</text>`;
  return (words ? text : "") + (blocks.length > 0 ? `<path d="${blocks.join("")}"/>` : "");
});

console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" rx="8" fill="#1e1e1e"/>
<g fill="#f0f0f0" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="15" xml:space="preserve" shape-rendering="crispEdges">
${drawn.filter(Boolean).join("\n")}
</g>
</svg>`);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
