import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isTree, type Path } from "../path.ts";
import type { Edit } from "./changes.ts";
import {
  colonAfter,
  columnOf,
  endOf,
  join,
  moved,
  type Pieces,
  piecesOf,
  restOfLine,
  withEntry,
  without,
} from "./pieces.ts";
import {
  blockScalar,
  blockValue,
  flowValue,
  foldedText,
  inlineScalar,
  keyAndValue,
  type Layout,
  literalText,
} from "./scalar-text.ts";

interface Written {
  source: string;
  document: Document.Parsed;
  layout: Layout;
  keysAt: (path: Path) => readonly string[];
}

/** The possible texts after an edit, the best first; the caller has to check that one by reading it. */
export function textsAfter(edit: Edit, written: Written): string[] {
  switch (edit.do) {
    case "replace":
      return replaced(written, edit.path, edit.value);
    case "addKey":
      return withKey(written, edit.path, edit.value);
    case "removeKey": {
      const group = nodeAt(written.document, edit.path.slice(0, -1));
      if (!isMap(group)) return [];
      if (group.items.length === 1) return replaced(written, edit.path.slice(0, -1), {});
      return [
        withPieces(written, without(piecesOf(written.source, group), indexOfKey(group, edit.path.at(-1)))),
      ];
    }
    case "insert":
      return withItem(written, edit.list, edit.at, edit.value);
    case "removeItem": {
      const list = nodeAt(written.document, edit.list);
      if (!isSeq(list)) return [];
      if (list.items.length === 1) return replaced(written, edit.list, []);
      return [withPieces(written, without(piecesOf(written.source, list), edit.at))];
    }
    case "move": {
      const list = nodeAt(written.document, edit.list);
      if (!isSeq(list)) return [];
      return [withPieces(written, moved(piecesOf(written.source, list), edit.from, edit.to))];
    }
  }
}

function withPieces({ source }: Written, pieces: Pieces): string {
  return spliced(source, pieces.start, pieces.end, join(pieces));
}

const spliced = (source: string, start: number, end: number, text: string) =>
  source.slice(0, start) + text + source.slice(end);

function nodeAt(document: Document.Parsed, path: Path): Node | null {
  return (path.length === 0 ? document.contents : (document.getIn(path, true) as Node | undefined)) ?? null;
}

const indexOfKey = (group: YAMLMap, key: string | number | undefined) =>
  group.items.findIndex(
    (pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(key),
  );

function withKey(written: Written, path: Path, value: unknown): string[] {
  const above = path.slice(0, -1);
  const key = String(path.at(-1));
  const group = nodeAt(written.document, above);
  if (!isMap(group)) return [];
  if (group.items.length === 0) return replaced(written, above, { [key]: value });
  const pieces = piecesOf(written.source, group);
  if (pieces.column === undefined) {
    const entry = flowValue({ [key]: value }).slice(2, -2);
    return [withPieces(written, withEntry(pieces, group.items.length, entry, ", "))];
  }
  const { column } = pieces;
  const { layout } = written;
  const gap = layout.eol + " ".repeat(column);
  const at = placeOfKey(group, key, written.keysAt(above));
  const entry = keyAndValue(key, value, column, layout);
  return [
    withPieces(written, {
      ...pieces,
      entries: pieces.entries.toSpliced(at, 0, entry),
      between: pieces.between.toSpliced(at - 1, 0, gap),
    }),
  ];
}

/** Behind the last of the keys that come before it in their order, else at the end. */
function placeOfKey(group: YAMLMap, key: string, order: readonly string[]): number {
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const last = group.items.findLastIndex(
    (pair) => isScalar(pair.key) && before.includes(String(pair.key.value)),
  );
  return last === -1 ? group.items.length : last + 1;
}

function withItem(written: Written, path: Path, at: number, value: unknown): string[] {
  const list = nodeAt(written.document, path);
  if (!isSeq(list)) return [];
  const pieces = piecesOf(written.source, list);
  if (pieces.column === undefined)
    return [withPieces(written, withEntry(pieces, at, flowValue(value), ", "))];
  const entry = `-${blockValue(value, { column: pieces.column }, written.layout)}`;
  const gap = written.layout.eol + " ".repeat(pieces.column);
  return [withPieces(written, withEntry(pieces, at, entry, gap))];
}

function replaced(written: Written, path: Path, value: unknown): string[] {
  const { source, document } = written;
  const node = nodeAt(document, path);
  const isEmpty = !node?.range || node.range[0] === node.range[1];
  const inFlow = path.some((_, depth) => {
    const above = nodeAt(document, path.slice(0, depth));
    return isCollection(above) && above.flow;
  });
  if (inFlow && node?.range) return [spliced(source, node.range[0], node.range[1], flowValue(value))];
  if (!isEmpty && isScalar(node) && !isTree(value)) return scalarTexts(written, node, path, value);
  if (isCollection(node) && node.flow && isTree(value) && node.items.length > 0 && node.range) {
    return [spliced(source, node.range[0], node.range[1], flowValue(value))];
  }
  return inPlaceOfBlock(written, path, node, value);
}

/** Puts a value of another kind behind a key or a hyphen; comments between them stay. */
function inPlaceOfBlock(written: Written, path: Path, node: Node | null, value: unknown): string[] {
  const { source, document, layout } = written;
  const above = nodeAt(document, path.slice(0, -1));
  const place = isMap(above)
    ? placeBehindKey(source, above, path.at(-1))
    : isSeq(above)
      ? placeBehindHyphen(source, above, Number(path.at(-1)))
      : undefined;
  if (!place) return [];
  const text = blockValue(value, place, layout);
  const isEmpty = !node?.range || node.range[0] === node.range[1];
  if (isEmpty) return [spliced(source, place.start, place.start, text)];
  const first =
    isCollection(node) && node.items.length > 0
      ? piecesOf(source, node as YAMLMap | YAMLSeq).start
      : (node.range?.[0] ?? 0);
  const gap = source.slice(place.start, first);
  const comments = gap.includes("#") ? gap.replace(/\r?\n[ \t]*$/, "") : "";
  const end = endOf(source, node);
  const behind = source.slice(end, restOfLine(source, end));
  if (text.includes(layout.eol) && behind.includes("#") && comments === "") {
    return [spliced(source, place.start, end + behind.length, behind + text)];
  }
  return text.includes(layout.eol)
    ? [spliced(source, place.start, end, comments + text), spliced(source, place.start, end, text)]
    : [spliced(source, place.start, end, text + comments)];
}

function placeBehindKey(source: string, group: YAMLMap, key: string | number | undefined) {
  const pair = group.items[indexOfKey(group, key)] as Pair<Node, Node | null> | undefined;
  if (!pair?.key.range) return undefined;
  const [start, keyEnd] = pair.key.range;
  return { start: colonAfter(source, keyEnd), column: columnOf(source, start), key: String(key) };
}

function placeBehindHyphen(source: string, list: YAMLSeq, at: number) {
  const pieces = piecesOf(source, list);
  if (pieces.column === undefined) return undefined;
  const before = pieces.entries.slice(0, at).join("").length + pieces.between.slice(0, at).join("").length;
  const hyphen = (pieces.entries[at] ?? "").search(/^-|(?<=\n[ \t]*)-/);
  return { start: pieces.start + before + hyphen + 1, column: pieces.column };
}

/** A scalar in place of a scalar, in the same way of writing where that reads back. */
function scalarTexts(
  { source, document, layout }: Written,
  node: Scalar,
  path: Path,
  value: unknown,
): string[] {
  const [start] = node.range ?? [0];
  const end = endOf(source, node);
  const put = (text: string) => spliced(source, start, end, text);
  const inline = inlineScalar(value, { flow: false });
  if (typeof value !== "string") return [put(inline)];
  switch (node.type) {
    case "QUOTE_DOUBLE":
      return [put(JSON.stringify(value)), put(inline)];
    case "QUOTE_SINGLE":
      return [put(`'${value.replaceAll("'", "''")}'`), put(inline)];
    case "BLOCK_FOLDED":
    case "BLOCK_LITERAL": {
      const written = source.slice(start, end);
      const header = /^[|>][^\r\n]*/.exec(written)?.[0] ?? ">-";
      const indent = /^[|>][^\n]*\n(?:[ \t]*\r?\n)*( +)/.exec(written)?.[1]?.length ?? 2;
      const folded = node.type === "BLOCK_FOLDED" ? foldedText(value, indent, layout) : undefined;
      const lines = folded ?? literalText(value, indent, layout);
      const kept = folded === undefined ? header.replace(">", "|") : header;
      return [put(kept + lines), put(inline)];
    }
    default: {
      const above = nodeAt(document, path.slice(0, -1));
      const place = isMap(above) ? placeBehindKey(source, above, path.at(-1)) : undefined;
      const column = place?.column ?? columnOf(source, start) - 2;
      const isLong = end - start + columnOf(source, start) > layout.width;
      const text = isLong ? inline : blockScalar(value, { column, from: columnOf(source, start) }, layout);
      return [put(text), put(inline)];
    }
  }
}
