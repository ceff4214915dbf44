import { isCollection, isNode, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Path } from "./path.ts";

/** Parses one YAML file; if lines cannot be read, returns their numbers instead. */
export function readYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (node: Node | null) => lines.linePos(node?.range?.[0] ?? 0).line;
  const faults = [...document.errors, ...document.warnings].map(({ pos }) => lines.linePos(pos[0]).line);
  // An alias is usually an unquoted text that starts with an asterisk.
  visit(document, { Alias: (_key, alias) => void faults.push(lineOf(alias)) });
  if (faults.length > 0) return [...new Set(faults)];
  return {
    value: document.toJS() as unknown,
    /** The line (from 1) of the value at a path, or of its nearest existing ancestor. */
    lineOf: (path: Path) => lineOf(nearestNode(document.contents, path)),
  };
}

function nearestNode(root: Node | null, path: Path): Node | null {
  let node: Node | null = root;
  for (const key of path) {
    if (!isCollection(node)) break;
    const next = node.get(key, true);
    if (!isNode(next)) break;
    node = next;
  }
  return node;
}
