import {
  type Alias,
  type Document,
  isCollection,
  isNode,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { Path } from "./path.ts";

/** Parses one YAML file; if lines cannot be read, returns their numbers instead. */
export function readYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings].map(({ pos }) => lines.linePos(pos[0]).line);
  if (faults.length > 0) return [...new Set(faults)];
  // An alias is usually an unquoted text that starts with an asterisk.
  const alias = findAlias(document);
  if (alias) return [lines.linePos(alias.range?.[0] ?? 0).line];
  return {
    value: document.toJS() as unknown,
    /** The line (from 1) of the value at a path, or of its nearest existing ancestor. */
    lineOf: (path: Path) => lines.linePos(nearestNode(document.contents, path)?.range?.[0] ?? 0).line,
  };
}

function findAlias(document: Document): Alias | undefined {
  let found: Alias | undefined;
  visit(document, {
    Alias(_key, alias) {
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
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
