import {
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** The text of a list or group, split losslessly into entries and the separators between them. */
export interface CollectionText {
  start: number;
  end: number;
  entries: string[];
  /** Line breaks with the next entry's indentation, blank lines, commas; one fewer than `entries`. */
  separators: string[];
  /** The column where entries start; undefined for a flow collection (in brackets or braces). */
  column: number | undefined;
}

type Entry = { start: number; end: number };

/** The collection must have at least one entry. */
export function splitCollection(source: string, node: YAMLMap | YAMLSeq): CollectionText {
  const found = node.items.map((item, at) => entryAt(source, node, item, at));
  const spans = isSeq(node) && !node.flow ? attachComments(source, found) : found;
  const start = spans[0]?.start ?? 0;
  return {
    start,
    end: spans.at(-1)?.end ?? 0,
    entries: spans.map((span) => source.slice(span.start, span.end)),
    separators: spans.slice(1).map((span, at) => source.slice(spans[at]?.end, span.start)),
    column: node.flow ? undefined : columnOf(source, start),
  };
}

function entryAt(source: string, node: YAMLMap | YAMLSeq, item: unknown, at: number): Entry {
  if (isPair(item)) {
    const { start, end } = pairSpan(source, item as Pair<Node, Node | null>);
    return { start, end: node.flow ? end : restOfLine(source, end) };
  }
  const value = item as Node;
  if (node.flow) return { start: value.range?.[0] ?? 0, end: value.range?.[1] ?? 0 };
  const hyphen = hyphenOf(node as YAMLSeq, at);
  return { start: hyphen, end: restOfLine(source, Math.max(hyphen + 1, endOf(source, value))) };
}

function pairSpan(source: string, { key, value }: Pair<Node, Node | null>): Entry {
  const start = key.range?.[0] ?? 0;
  const keyEnd = key.range?.[1] ?? start;
  const isEmpty = value === null || value.range?.[0] === value.range?.[1];
  if (isEmpty) return { start, end: colonAfter(source, keyEnd) };
  return { start, end: endOf(source, value) };
}

export function colonAfter(source: string, keyEnd: number): number {
  return source.indexOf(":", keyEnd) + 1;
}

/** The offset of a list item's hyphen, which only the source tokens have. */
function hyphenOf(seq: YAMLSeq, at: number): number {
  const token = seq.srcToken;
  const start = token?.type === "block-seq" ? token.items[at]?.start : undefined;
  const hyphen = start?.find(({ type }) => type === "seq-item-ind");
  if (!hyphen) throw new Error("A block sequence has a hyphen for each item");
  return hyphen.offset;
}

/** The offset where a value ends, before any comment or line break after it. */
export function endOf(source: string, node: Node | null): number {
  const range = node?.range;
  if (!node || !range) return 0;
  if (isScalar(node)) {
    const isBlock = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
    return isBlock ? range[0] + source.slice(range[0], range[1]).trimEnd().length : range[1];
  }
  if (!isCollection(node) || node.flow) return range[1];
  const last = node.items.length - 1;
  return last < 0
    ? range[1]
    : entryAt(source, node as YAMLMap | YAMLSeq, (node as YAMLMap | YAMLSeq).items[last], last).end;
}

/** Where the line's trailing comment ends, if it has one: the comment belongs to the value before it. */
export function restOfLine(source: string, from: number): number {
  return from + (/^[ \t]*(?:#[^\r\n]*)?/.exec(source.slice(from))?.[0].trimEnd().length ?? 0);
}

/** A comment directly above an item, at the same indentation, belongs to the item. Above the first item it belongs to the list. */
function attachComments(source: string, spans: readonly Entry[]): Entry[] {
  return spans.map((span, at) => {
    const above = spans[at - 1];
    if (!above) return span;
    const column = columnOf(source, span.start);
    const comment = new RegExp(`\\r?\\n {${column}}#[^\\r\\n]*$`);
    let start = span.start;
    let gap = source.slice(above.end, start - column).replace(/\r?\n$/, "");
    for (let found = comment.exec(gap); found; found = comment.exec(gap)) {
      gap = gap.slice(0, found.index);
      start = above.end + gap.length + found[0].indexOf("#");
    }
    return { start, end: span.end };
  });
}

export function columnOf(source: string, at: number): number {
  return at - (source.lastIndexOf("\n", at - 1) + 1);
}

export function joinCollection({
  entries,
  separators,
}: Pick<CollectionText, "entries" | "separators">): string {
  return entries.map((entry, at) => entry + (at < entries.length - 1 ? (separators[at] ?? "") : "")).join("");
}

/** Comments around the entry are kept. */
export function removeEntry({ entries, separators, ...rest }: CollectionText, at: number): CollectionText {
  const kept = entries.toSpliced(at, 1);
  if (at === 0) {
    const [gap = ""] = separators;
    const comments = gap.includes("#") ? gap.replace(/^(?:[ \t]*\r?\n)+[ \t]*/, "") : "";
    return {
      ...rest,
      entries: [comments + (kept[0] ?? ""), ...kept.slice(1)],
      separators: separators.slice(1),
    };
  }
  const before = separators[at - 1] ?? "";
  const comments = before.includes("#") ? before.replace(/\r?\n[ \t]*$/, "") : "";
  if (at === entries.length - 1) {
    return { ...rest, entries: kept.with(-1, kept.at(-1) + comments), separators: separators.slice(0, -1) };
  }
  return { ...rest, entries: kept, separators: separators.toSpliced(at - 1, 2, comments + separators[at]) };
}

/** Uses the separator of its neighbours, or else `gap`. */
export function insertEntry(
  { entries, separators, ...rest }: CollectionText,
  at: number,
  entry: string,
  gap: string,
): CollectionText {
  const near = [separators[at - 1], separators[at - 2], separators[0]].find(
    (one) => one && !one.includes("#"),
  );
  const chosen = rest.column === undefined ? ", " : (near ?? gap);
  return {
    ...rest,
    entries: entries.toSpliced(at, 0, entry),
    separators: separators.toSpliced(Math.max(0, at - 1), 0, chosen),
  };
}

export function moveEntry({ entries, ...rest }: CollectionText, from: number, to: number): CollectionText {
  const entry = entries[from] ?? "";
  return { ...rest, entries: entries.toSpliced(from, 1).toSpliced(to, 0, entry) };
}
