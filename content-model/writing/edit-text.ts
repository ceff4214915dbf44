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
  type CollectionText,
  colonAfter,
  columnOf,
  endOf,
  insertEntry,
  joinCollection,
  moveEntry,
  removeEntry,
  restOfLine,
  splitCollection,
} from "./collection-text.ts";
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

interface EditContext {
  source: string;
  document: Document.Parsed;
  layout: Layout;
  keysAt: (path: Path) => readonly string[];
}

/** Candidate texts for an edit, best first. The caller must verify a candidate by parsing it. */
export function candidateTexts(edit: Edit, context: EditContext): string[] {
  switch (edit.do) {
    case "replace":
      return replaceValue(context, edit.path, edit.value);
    case "addKey":
      return addKey(context, edit.path, edit.value);
    case "removeKey": {
      const group = nodeAt(context.document, edit.path.slice(0, -1));
      if (!isMap(group)) return [];
      if (group.items.length === 1) return replaceValue(context, edit.path.slice(0, -1), {});
      return [
        replaceCollection(
          context,
          removeEntry(splitCollection(context.source, group), indexOfKey(group, edit.path.at(-1))),
        ),
      ];
    }
    case "insert":
      return insertItem(context, edit.list, edit.at, edit.value);
    case "removeItem": {
      const list = nodeAt(context.document, edit.list);
      if (!isSeq(list)) return [];
      if (list.items.length === 1) return replaceValue(context, edit.list, []);
      return [replaceCollection(context, removeEntry(splitCollection(context.source, list), edit.at))];
    }
    case "move": {
      const list = nodeAt(context.document, edit.list);
      if (!isSeq(list)) return [];
      return [
        replaceCollection(context, moveEntry(splitCollection(context.source, list), edit.from, edit.to)),
      ];
    }
  }
}

function replaceCollection({ source }: EditContext, collection: CollectionText): string {
  return splice(source, collection.start, collection.end, joinCollection(collection));
}

const splice = (source: string, start: number, end: number, text: string) =>
  source.slice(0, start) + text + source.slice(end);

function nodeAt(document: Document.Parsed, path: Path): Node | null {
  return (path.length === 0 ? document.contents : (document.getIn(path, true) as Node | undefined)) ?? null;
}

const indexOfKey = (group: YAMLMap, key: string | number | undefined) =>
  group.items.findIndex(
    (pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(key),
  );

function addKey(context: EditContext, path: Path, value: unknown): string[] {
  const above = path.slice(0, -1);
  const key = String(path.at(-1));
  const group = nodeAt(context.document, above);
  if (!isMap(group)) return [];
  if (group.items.length === 0) return replaceValue(context, above, { [key]: value });
  const collection = splitCollection(context.source, group);
  if (collection.column === undefined) {
    const entry = flowValue({ [key]: value }).slice(2, -2);
    return [replaceCollection(context, insertEntry(collection, group.items.length, entry, ", "))];
  }
  const { column } = collection;
  const { layout } = context;
  const gap = layout.eol + " ".repeat(column);
  const at = indexForKey(group, key, context.keysAt(above));
  const entry = keyAndValue(key, value, column, layout);
  return [
    replaceCollection(context, {
      ...collection,
      entries: collection.entries.toSpliced(at, 0, entry),
      separators: collection.separators.toSpliced(at - 1, 0, gap),
    }),
  ];
}

/** After the last existing key that precedes it in schema order, else at the end. */
function indexForKey(group: YAMLMap, key: string, order: readonly string[]): number {
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const last = group.items.findLastIndex(
    (pair) => isScalar(pair.key) && before.includes(String(pair.key.value)),
  );
  return last === -1 ? group.items.length : last + 1;
}

function insertItem(context: EditContext, path: Path, at: number, value: unknown): string[] {
  const list = nodeAt(context.document, path);
  if (!isSeq(list)) return [];
  const collection = splitCollection(context.source, list);
  if (collection.column === undefined)
    return [replaceCollection(context, insertEntry(collection, at, flowValue(value), ", "))];
  const entry = `-${blockValue(value, { column: collection.column }, context.layout)}`;
  const gap = context.layout.eol + " ".repeat(collection.column);
  return [replaceCollection(context, insertEntry(collection, at, entry, gap))];
}

function replaceValue(context: EditContext, path: Path, value: unknown): string[] {
  const { source, document } = context;
  const node = nodeAt(document, path);
  const isEmpty = !node?.range || node.range[0] === node.range[1];
  const inFlow = path.some((_, depth) => {
    const above = nodeAt(document, path.slice(0, depth));
    return isCollection(above) && above.flow;
  });
  if (inFlow && node?.range) return [splice(source, node.range[0], node.range[1], flowValue(value))];
  if (!isEmpty && isScalar(node) && !isTree(value)) return replaceScalar(context, node, path, value);
  if (isCollection(node) && node.flow && isTree(value) && node.items.length > 0 && node.range) {
    return [splice(source, node.range[0], node.range[1], flowValue(value))];
  }
  return replaceAfterIndicator(context, path, node, value);
}

/** Replaces whatever follows a key's colon or an item's hyphen; comments in between are kept. */
function replaceAfterIndicator(
  context: EditContext,
  path: Path,
  node: Node | null,
  value: unknown,
): string[] {
  const { source, document, layout } = context;
  const above = nodeAt(document, path.slice(0, -1));
  const place = isMap(above)
    ? positionAfterKey(source, above, path.at(-1))
    : isSeq(above)
      ? positionAfterHyphen(source, above, Number(path.at(-1)))
      : undefined;
  if (!place) return [];
  const text = blockValue(value, place, layout);
  const isEmpty = !node?.range || node.range[0] === node.range[1];
  if (isEmpty) return [splice(source, place.start, place.start, text)];
  const first =
    isCollection(node) && node.items.length > 0
      ? splitCollection(source, node as YAMLMap | YAMLSeq).start
      : (node.range?.[0] ?? 0);
  const gap = source.slice(place.start, first);
  const comments = gap.includes("#") ? gap.replace(/\r?\n[ \t]*$/, "") : "";
  const end = endOf(source, node);
  const behind = source.slice(end, restOfLine(source, end));
  if (text.includes(layout.eol) && behind.includes("#") && comments === "") {
    return [splice(source, place.start, end + behind.length, behind + text)];
  }
  return text.includes(layout.eol)
    ? [splice(source, place.start, end, comments + text), splice(source, place.start, end, text)]
    : [splice(source, place.start, end, text + comments)];
}

function positionAfterKey(source: string, group: YAMLMap, key: string | number | undefined) {
  const pair = group.items[indexOfKey(group, key)] as Pair<Node, Node | null> | undefined;
  if (!pair?.key.range) return undefined;
  const [start, keyEnd] = pair.key.range;
  return { start: colonAfter(source, keyEnd), column: columnOf(source, start), key: String(key) };
}

function positionAfterHyphen(source: string, list: YAMLSeq, at: number) {
  const collection = splitCollection(source, list);
  if (collection.column === undefined) return undefined;
  const before =
    collection.entries.slice(0, at).join("").length + collection.separators.slice(0, at).join("").length;
  const hyphen = (collection.entries[at] ?? "").search(/^-|(?<=\n[ \t]*)-/);
  return { start: collection.start + before + hyphen + 1, column: collection.column };
}

/** Replaces a scalar with another one, keeping its style (quoted, folded, literal) if possible. */
function replaceScalar(
  { source, document, layout }: EditContext,
  node: Scalar,
  path: Path,
  value: unknown,
): string[] {
  const [start] = node.range ?? [0];
  const end = endOf(source, node);
  const put = (text: string) => splice(source, start, end, text);
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
      const place = isMap(above) ? positionAfterKey(source, above, path.at(-1)) : undefined;
      const column = place?.column ?? columnOf(source, start) - 2;
      const isLong = end - start + columnOf(source, start) > layout.width;
      const text = isLong ? inline : blockScalar(value, { column, from: columnOf(source, start) }, layout);
      return [put(text), put(inline)];
    }
  }
}
