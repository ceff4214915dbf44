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

/** The text of a list or a group cut into its entries and what stands between them; joined again it is the same text. */
export interface Pieces {
  start: number;
  end: number;
  entries: string[];
  /** One less than the entries: ends of lines with the indent of the next, blank lines, commas. */
  between: string[];
  /** The column in which entries begin; a list or group in brackets has none. */
  column: number | undefined;
}

type Entry = { start: number; end: number };

/** Cuts up a list or group that has at least one entry. */
export function piecesOf(source: string, node: YAMLMap | YAMLSeq): Pieces {
  const found = node.items.map((item, at) => entryAt(source, node, item, at));
  const spans = isSeq(node) && !node.flow ? takeComments(source, found) : found;
  const start = spans[0]?.start ?? 0;
  return {
    start,
    end: spans.at(-1)?.end ?? 0,
    entries: spans.map((span) => source.slice(span.start, span.end)),
    between: spans.slice(1).map((span, at) => source.slice(spans[at]?.end, span.start)),
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

/** The place behind the colon of a key. */
export function colonAfter(source: string, keyEnd: number): number {
  return source.indexOf(":", keyEnd) + 1;
}

/** The place of the hyphen of a list item, which only the tokens of the text know. */
function hyphenOf(seq: YAMLSeq, at: number): number {
  const token = seq.srcToken;
  const start = token?.type === "block-seq" ? token.items[at]?.start : undefined;
  const hyphen = start?.find(({ type }) => type === "seq-item-ind");
  if (!hyphen) throw new Error("A list in a block has a hyphen for each item");
  return hyphen.offset;
}

/** Where the last letter of a value stands, without what follows on its line. */
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

/** A comment behind a value belongs to it. */
export function restOfLine(source: string, from: number): number {
  return from + (/^[ \t]*(?:#[^\r\n]*)?/.exec(source.slice(from))?.[0].trimEnd().length ?? 0);
}

/** Comments right above an item and as far in belong to it; those above the first belong to the list. */
function takeComments(source: string, spans: readonly Entry[]): Entry[] {
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

export function join({ entries, between }: Pick<Pieces, "entries" | "between">): string {
  return entries.map((entry, at) => entry + (at < entries.length - 1 ? (between[at] ?? "") : "")).join("");
}

/** Without one entry; comments around it stay. */
export function without({ entries, between, ...rest }: Pieces, at: number): Pieces {
  const kept = entries.toSpliced(at, 1);
  if (at === 0) {
    const [gap = ""] = between;
    const comments = gap.includes("#") ? gap.replace(/^(?:[ \t]*\r?\n)+[ \t]*/, "") : "";
    return { ...rest, entries: [comments + (kept[0] ?? ""), ...kept.slice(1)], between: between.slice(1) };
  }
  const before = between[at - 1] ?? "";
  const comments = before.includes("#") ? before.replace(/\r?\n[ \t]*$/, "") : "";
  if (at === entries.length - 1) {
    return { ...rest, entries: kept.with(-1, kept.at(-1) + comments), between: between.slice(0, -1) };
  }
  return { ...rest, entries: kept, between: between.toSpliced(at - 1, 2, comments + between[at]) };
}

/** With one entry more, set off as its neighbours are. */
export function withEntry(
  { entries, between, ...rest }: Pieces,
  at: number,
  entry: string,
  gap: string,
): Pieces {
  const near = [between[at - 1], between[at - 2], between[0]].find((one) => one && !one.includes("#"));
  const chosen = rest.column === undefined ? ", " : (near ?? gap);
  return {
    ...rest,
    entries: entries.toSpliced(at, 0, entry),
    between: between.toSpliced(Math.max(0, at - 1), 0, chosen),
  };
}

export function moved({ entries, ...rest }: Pieces, from: number, to: number): Pieces {
  const entry = entries[from] ?? "";
  return { ...rest, entries: entries.toSpliced(from, 1).toSpliced(to, 0, entry) };
}
