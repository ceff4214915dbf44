import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isSame, isTree, type Path, type Tree } from "../path.ts";
import { readYaml } from "../read-yaml.ts";
import type { Change } from "./change.ts";
import { applyChange } from "./changes.ts";

/** A change that could not be applied. */
export interface Unmade {
  /** Its index among the requested changes. */
  readonly at: number;
  /** `conflict`: the value has changed in the meantime. `refused`: the panel cannot write this file or this change. */
  readonly reason: "conflict" | "refused";
  /** The current value; undefined if the place no longer exists. */
  readonly found?: unknown;
}

/** The keys that the group at a path may have. Their order determines where a new key is inserted. */
type KeysAt = (path: Path) => readonly string[];

/**
 * Applies changes to the text of a YAML file, and returns those that could not be applied. Keeps comments, the order of fields and
 * all other values; the first change reformats the file. Each new text is parsed and compared with the expected value.
 */
export function applyChanges(source: string, changes: readonly Change[], keysAt: KeysAt = () => []) {
  let text = source;
  let read = readYaml(source);
  const unmade = changes.flatMap((change, at): Unmade[] => {
    // The content check rejects such a file, too.
    if (Array.isArray(read)) return [{ at, reason: "refused" }];
    const applied = applyChange(read.value, change);
    if ("found" in applied) return [{ at, reason: "conflict", found: applied.found }];
    if (applied.root === read.value) return [];
    // Ten times what a real site has in a file: parsing takes the thread of all visitors, and its time grows with the square.
    if (sizeOf(applied.root) > Math.max(4000, sizeOf(read.value))) return [{ at, reason: "refused" }];
    updateDocument(read.document, applied.root, keysAt);
    const next = textOf(read.document);
    read = readYaml(next);
    if (!Array.isArray(read) && isSame(read.value, applied.root)) {
      text = next;
      return [];
    }
    read = readYaml(text);
    return [{ at, reason: "refused" }];
  });
  return { source: text, unmade };
}

/** Formats valid YAML in the layout that `applyChanges` writes. */
export const formatYaml = (source: string): string => textOf(parseDocument(source));

/** The number of fields and entries, or what the words are worth if that is more. */
function sizeOf(root: unknown): number {
  const bare = JSON.stringify([root], (_key, value) => (typeof value === "string" ? "" : value));
  return Math.max(bare.split(/[,[{]/).length, JSON.stringify([root]).length / 150);
}

const layout = { lineWidth: 120 };
const longText = 90;

/** Folds long texts below their field's name, for editors that do not wrap lines. */
function textOf(document: Document): string {
  visit(document, {
    Scalar(key, node) {
      const { value } = node;
      if (key !== "key" && typeof value === "string" && value.length > longText && !/^\s|\n/.test(value))
        node.type = "BLOCK_FOLDED";
    },
  });
  return document.toString(layout);
}

type Group = YAMLMap<Node, Node | null>;

/**
 * Changes the value of a document. Unchanged parts keep their notation, and comments stay with their fields. The comment above
 * a removed field stays, because it explains the field (P4.7).
 */
function updateDocument(document: Document, root: unknown, keysAt: KeysAt): void {
  document.contents = updated(document.contents, root, []);

  function updated(node: Node | null, value: unknown, path: Path): Node {
    if (isMap<Node, Node | null>(node) && node.items.length > 0 && isTree(value) && !Array.isArray(value))
      updateGroup(node, value, path);
    else if (isSeq<Node>(node) && node.items.length > 0 && Array.isArray(value))
      updateList(node, value, path);
    else if (node === null || !isSame(node.toJS(document), value)) return replacement(node, value);
    return node;
  }

  function updateGroup(group: Group, value: Tree, path: Path): void {
    for (const pair of [...group.items]) {
      const key = nameOf(pair);
      if (value[key] === undefined) removePair(group, pair);
      else pair.value = updated(pair.value, value[key], [...path, key]);
    }
    const present = group.items.map(nameOf);
    for (const key of Object.keys(value).filter((key) => !present.includes(key)))
      group.items.splice(indexForKey(group, key, keysAt(path)), 0, document.createPair(key, value[key]));
  }

  /** Finds a moved item by its value, and a changed item by its index. */
  function updateList(list: YAMLSeq<Node>, value: readonly unknown[], path: Path): void {
    const before = [...list.items];
    const left = new Set(before);
    const take = (node: Node | undefined) => (node && left.delete(node) ? node : undefined);
    const equals = (item: unknown) => (node: Node) => isSame(node.toJS(document), item);
    const inPlace = value.map((item, at) => take(before.slice(at, at + 1).find(equals(item))));
    const kept = value.map((item, at) => inPlace[at] ?? take([...left].find(equals(item))));
    list.items = value.map((item, at) => {
      return kept[at] ?? updated(take(before[at]) ?? null, item, [...path, at]);
    });
    // The first item has no blank line above it.
    if (list.items[0]) list.items[0].spaceBefore = false;
  }

  /** Creates a node for a new value, with the comments and the quotation marks of the previous node. */
  function replacement(before: Node | null, value: unknown): Node {
    const node = document.createNode(value);
    const { commentBefore, comment, spaceBefore } = before ?? {};
    if (isScalar(node) && isScalar(before) && before.type?.startsWith("QUOTE")) node.type = before.type;
    return Object.assign(node, { commentBefore, comment, spaceBefore });
  }
}

function removePair(group: Group, pair: Pair<Node, Node | null>): void {
  const at = group.items.indexOf(pair);
  group.items.splice(at, 1);
  const { commentBefore, spaceBefore = false } = pair.key;
  const next = group.items[at]?.key;
  if (next) {
    next.commentBefore = joined(commentBefore, next.commentBefore, next.spaceBefore ? "\n\n" : "\n");
    next.spaceBefore = spaceBefore;
  } else if (group.items.length > 0) group.comment = joined(commentBefore, group.comment);
  else group.commentBefore = joined(group.commentBefore, commentBefore);
}

function joined(above: string | null | undefined, below: string | null | undefined, gap = "\n") {
  return above && below ? above + gap + below : (above ?? below ?? null);
}

/** Returns the index after the last existing key that precedes the new one in schema order, otherwise the end. */
function indexForKey(group: Group, key: string, order: readonly string[]): number {
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const last = group.items.findLastIndex((pair) => before.includes(nameOf(pair)));
  return last === -1 ? group.items.length : last + 1;
}

const nameOf = ({ key }: Pair<Node, unknown>) => (isScalar(key) ? String(key.value) : "");
