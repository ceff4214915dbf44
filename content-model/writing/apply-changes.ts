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

/** A change that was not made. */
export interface Unmade {
  /** Its index among the requested changes. */
  readonly at: number;
  /** The value has changed in the meantime, or the file or the change is not one that the panel can write. */
  readonly reason: "conflict" | "refused";
  /** The current value; undefined if its place is gone. */
  readonly found?: unknown;
}

/** The keys that the group at a path may have, in schema order, which decides where a new key goes. */
type KeysAt = (path: Path) => readonly string[];

/**
 * Applies what can be applied to the text of a YAML file, and returns the rest. Comments, the order of fields and the meaning of
 * everything else are kept; the layout becomes ours at the first change. Each new text is read back and compared with the
 * expected value.
 */
export function applyChanges(
  source: string,
  changes: readonly Change[],
  keysAt: KeysAt = () => [],
): { source: string; unmade: readonly Unmade[] } {
  let text = source;
  let document = parseForEditing(source);
  const unmade = changes.flatMap((change, at): Unmade[] => {
    if (document === undefined) return [{ at, reason: "refused" }];
    const value: unknown = document.toJS();
    const applied = applyChange(value, change);
    if ("found" in applied) return [{ at, reason: "conflict", found: applied.found }];
    if (applied.root === value) return [];
    updateDocument(document, applied.root, keysAt);
    const next = textOf(document);
    document = parseForEditing(next);
    if (isSame(document?.toJS(), applied.root)) {
      text = next;
      return [];
    }
    document = parseForEditing(text);
    return [{ at, reason: "refused" }];
  });
  return { source: text, unmade };
}

/** The same content in the layout in which we write it. The text must be valid YAML. */
export function formatYaml(source: string): string {
  return textOf(parseDocument(source));
}

/** Undefined for a file that the content check refuses, too. */
function parseForEditing(source: string): Document | undefined {
  return Array.isArray(readYaml(source)) ? undefined : parseDocument(source);
}

const layout = { lineWidth: 120 };
const longText = 90;

/** Long texts are folded below their field's name, so that they can be read in an editor that does not wrap lines. */
function textOf(document: Document): string {
  visit(document, {
    Scalar(key, node) {
      const { value } = node;
      if (key !== "key" && typeof value === "string" && value.length > longText && !value.includes("\n"))
        node.type = "BLOCK_FOLDED";
    },
  });
  return document.toString(layout);
}

type Group = YAMLMap<Node, Node | null>;

/**
 * Gives a document another value. What is equal stays as it is written, and comments stay with what they are about; the one above
 * a removed field stays too, because it explains the field (P4.7).
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
      if (value[key] === undefined) removeKey(group, key);
      else pair.value = updated(pair.value, value[key], [...path, key]);
    }
    const present = group.items.map(nameOf);
    for (const key of Object.keys(value).filter((key) => !present.includes(key)))
      group.items.splice(indexForKey(group, key, keysAt(path)), 0, document.createPair(key, value[key]));
  }

  /** An item that has moved is found by its value, one that has changed by its place. */
  function updateList(list: YAMLSeq<Node>, value: readonly unknown[], path: Path): void {
    const before = [...list.items];
    const left = new Set(before);
    const take = (node: Node | undefined) => (node && left.delete(node) ? node : undefined);
    const equals = (item: unknown) => (node: Node) => isSame(node.toJS(document), item);
    const inPlace = value.map((item, at) => take(before.slice(at, at + 1).find(equals(item))));
    const kept = value.map((item, at) => inPlace[at] ?? take([...left].find(equals(item))));
    list.items = Array.from(
      value,
      (item, at) => kept[at] ?? updated(take(before[at]) ?? null, item, [...path, at]),
    );
    // No blank line above the first item.
    if (list.items[0]) list.items[0].spaceBefore = false;
  }

  /** A node for a new value, with the comments and the quotation marks of the former one. */
  function replacement(before: Node | null, value: unknown): Node {
    const node = document.createNode(value);
    const { commentBefore, comment, spaceBefore } = before ?? {};
    if (isScalar(node) && isScalar(before) && before.type?.startsWith("QUOTE")) node.type = before.type;
    return Object.assign(node, { commentBefore, comment, spaceBefore });
  }
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
