import { parse } from "yaml";
import { isTree } from "../path.ts";

export interface Layout {
  eol: string;
  /** The longest line of any folded text in the file. */
  width: number;
}

const usualWidth = 120;
const step = 2;

/** Detects a file's line endings and line length. */
export function detectLayout(source: string, foldedTexts: readonly string[]): Layout {
  const lengths = foldedTexts.flatMap((text) => text.split(/\r?\n/).map((line) => line.length));
  return {
    eol: source.includes("\r\n") ? "\r\n" : "\n",
    width: lengths.length > 0 ? Math.max(...lengths, 60) : usualWidth,
  };
}

/** A scalar on one line, quoted only if YAML would otherwise read it differently. */
export function inlineScalar(value: unknown, { flow }: { flow: boolean }): string {
  if (typeof value !== "string") return value === undefined ? "null" : String(value);
  return readsBack(value, flow) ? value : JSON.stringify(value);
}

function readsBack(text: string, flow: boolean): boolean {
  if (text === "" || /[\r\n]/.test(text)) return false;
  try {
    const read: unknown = flow ? parse(`{ a: [${text}, b] }`) : parse(`- a: ${text}\n  b: c`);
    const value = flow ? (read as { a: unknown[] }).a : (read as { a: unknown }[])[0]?.a;
    return flow ? Array.isArray(value) && value.length === 2 && value[0] === text : value === text;
  } catch {
    return false;
  }
}

/** The lines of a folded block scalar, wrapped at the file's width; undefined if folding would change the text. */
export function foldedText(text: string, indent: number, { eol, width }: Layout): string | undefined {
  const words = text.split(" ");
  if (words.some((word) => word === "" || /\s/.test(word.replaceAll("\u00a0", "")))) return undefined;
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && indent + line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines.map((line) => eol + " ".repeat(indent) + line).join("");
}

/** The lines of a literal block scalar. */
export function literalText(text: string, indent: number, { eol }: Layout): string {
  return text
    .split("\n")
    .map((line) => eol + (line === "" ? "" : " ".repeat(indent) + line))
    .join("");
}

/** The text of a value after `key:` or a list item's hyphen, whose column is `column`. */
export function blockValue(
  value: unknown,
  { column, key }: { column: number; key?: string },
  layout: Layout,
): string {
  if (!isTree(value))
    return ` ${blockScalar(value, { column, from: column + (key?.length ?? 0) + 2 }, layout)}`;
  if (isShort(value)) return ` ${flowValue(value)}`;
  const inner = column + step;
  if (Array.isArray(value)) {
    return value
      .map((item) => `${layout.eol}${" ".repeat(inner)}-${blockValue(item, { column: inner }, layout)}`)
      .join("");
  }
  const lines = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => keyAndValue(key, field, inner, layout));
  const joined = lines.join(layout.eol + " ".repeat(inner));
  return key === undefined ? ` ${joined}` : layout.eol + " ".repeat(inner) + joined;
}

/** `key: value` in block style; further lines of the value are indented beyond `column`. */
export function keyAndValue(key: string, value: unknown, column: number, layout: Layout): string {
  return `${inlineScalar(key, { flow: false })}:${blockValue(value, { column, key }, layout)}`;
}

/** A scalar that starts at column `from`: on that line if it fits, else folded below. */
export function blockScalar(
  value: unknown,
  { column, from }: { column: number; from: number },
  layout: Layout,
): string {
  const inline = inlineScalar(value, { flow: false });
  if (typeof value !== "string" || from + inline.length <= layout.width) return inline;
  const folded = foldedText(value, column + step, layout);
  return folded === undefined ? inline : `>-${folded}`;
}

/** Whether a value fits on one line in flow style, such as a point of a picture or a list of weekdays. */
function isShort(value: object): boolean {
  return Object.values(value).every(
    (inner) => !isTree(inner) && (typeof inner !== "string" || (Array.isArray(value) && inner.length === 2)),
  );
}

/** A value in flow style: on one line, in brackets or braces. */
export function flowValue(value: unknown): string {
  if (!isTree(value)) return inlineScalar(value, { flow: true });
  if (Array.isArray(value)) return `[${value.map(flowValue).join(", ")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return "{}";
  return `{ ${fields.map(([key, field]) => `${inlineScalar(key, { flow: true })}: ${flowValue(field)}`).join(", ")} }`;
}
