import { type Document, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Path } from "./path.ts";

/** Parses one YAML file; if lines cannot be read, returns their numbers instead. */
export function readYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (node: Node | null) => lines.linePos(node?.range?.[0] ?? 0).line;
  const faults = [...document.errors, ...document.warnings].map(({ pos }) => lines.linePos(pos[0]).line);
  // An alias is usually an unquoted text that starts with an asterisk.
  visit(document, { Alias: (_key, alias) => void faults.push(lineOf(alias)) });
  // A plain text or a list has no fields, so the first change would replace it.
  const { contents } = document;
  if (isSeq(contents) || (isScalar(contents) && contents.value !== null)) faults.push(lineOf(contents));
  if (faults.length > 0) return [...new Set(faults)];
  return {
    document,
    value: document.toJS() as unknown,
    /** The line (from 1) of the value at a path, or of its nearest existing ancestor. */
    lineOf: (path: Path) => lineOf(nearestNode(document, path)),
  };
}

function nearestNode(document: Document, path: Path): Node | null {
  if (path.length === 0) return document.contents;
  const node = document.getIn(path, true);
  return isNode(node) ? node : nearestNode(document, path.slice(0, -1));
}
