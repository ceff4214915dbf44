import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import { isTree, type Path } from "../path.ts";
import type { Edit } from "./changes.ts";

/** The keys that the group at a path may have, in schema order, which decides where a new key goes. */
export type KeysAt = (path: Path) => readonly string[];

type Group = YAMLMap<Node, Node | null>;

/** Comments stay with what they are about. The one above a removed field stays too, because it explains the field (P4.7). */
export function editDocument(document: Document, edit: Edit, keysAt: KeysAt): void {
  if (edit.do === "set") setAt(document, edit.path, edit.value, keysAt);
  else editList(document, edit, keysAt);
}

function editList(document: Document, edit: Exclude<Edit, { do: "set" }>, keysAt: KeysAt): void {
  const list = nodeAt(document, edit.list);
  if (!isSeq(list)) {
    if (edit.do === "insert") setAt(document, edit.list, [edit.value], keysAt);
    return;
  }
  const { items } = list;
  if (items.length === 0) list.flow = false;
  if (edit.do === "insert") items.splice(edit.at, 0, document.createNode(edit.value));
  if (edit.do === "remove") items.splice(edit.at, 1);
  if (edit.do === "move") items.splice(edit.to, 0, ...items.splice(edit.from, 1));
  // No blank line above the first item.
  if (isNode(items[0])) items[0].spaceBefore = false;
}

function nodeAt(document: Document, path: Path): Node | null | undefined {
  return path.length === 0 ? document.contents : (document.getIn(path, true) as Node | null | undefined);
}

function setAt(document: Document, path: Path, value: unknown, keysAt: KeysAt): void {
  const above = path.slice(0, -1);
  const key = path.at(-1) as string;
  const group = nodeAt(document, above);
  const node = nodeAt(document, path);
  if (value === undefined) {
    if (isMap<Node, Node | null>(group)) removeKey(group, key);
  } else if (isMap<Node>(node) && node.items.length > 0 && isTree(value) && !Array.isArray(value)) {
    // Equal parts keep their comments.
    for (const name of new Set([...Object.keys(value), ...node.items.map(nameOf)]))
      setAt(document, [...path, name], value[name], keysAt);
  } else if (isSeq(node) && node.items.length > 0 && Array.isArray(value)) {
    node.items.length = Math.min(node.items.length, value.length);
    for (const [at, item] of value.entries()) {
      if (at < node.items.length) setAt(document, [...path, at], item, keysAt);
      else node.add(document.createNode(item));
    }
  } else if (path.length === 0) {
    document.contents = replacement(document, node, value);
  } else if (node !== undefined) {
    document.setIn(path, replacement(document, node, value));
  } else if (isMap<Node, Node | null>(group)) {
    if (group.items.length === 0) group.flow = false;
    group.items.splice(indexForKey(group, key, keysAt(above)), 0, document.createPair(key, value));
  } else {
    setAt(document, above, { [key]: value }, keysAt);
  }
}

/** A node for a new value, with the comments and the quotation marks of the former one. */
function replacement(document: Document, before: Node | null | undefined, value: unknown): Node {
  const node = document.createNode(value);
  const { commentBefore, comment, spaceBefore } = before ?? {};
  if (isScalar(node) && isScalar(before) && before.type?.startsWith("QUOTE")) node.type = before.type;
  return Object.assign(node, { commentBefore, comment, spaceBefore });
}

function removeKey(group: Group, key: string): void {
  const at = group.items.findIndex((pair) => nameOf(pair) === key);
  const [removed] = at === -1 ? [] : group.items.splice(at, 1);
  if (!removed) return;
  const { commentBefore, spaceBefore = false } = removed.key;
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

/** After the last existing key that precedes it in schema order, else at the end. */
function indexForKey(group: Group, key: string, order: readonly string[]): number {
  const before = order.slice(0, Math.max(0, order.indexOf(key)));
  const last = group.items.findLastIndex((pair) => before.includes(nameOf(pair)));
  return last === -1 ? group.items.length : last + 1;
}

const nameOf = ({ key }: Pair<Node, unknown>) => (isScalar(key) ? String(key.value) : "");
