import { type Document, isAlias, isNode, isScalar, parseDocument, visit } from "yaml";
import { isSame, type Path } from "../path.ts";
import { applyToValue, type Change, type Edit, planChange } from "./changes.ts";
import { candidateTexts } from "./edit-text.ts";
import { detectLayout, type Layout } from "./scalar-text.ts";

export type Applied =
  | { readonly ok: true; readonly source: string }
  /** The same place has changed in the meantime: `found` is its current value, undefined if it was deleted. */
  | { readonly ok: false; readonly reason: "conflict"; readonly change: Change; readonly found: unknown }
  /** The text cannot be edited at this place without changing the rest of the file. */
  | { readonly ok: false; readonly reason: "refused"; readonly change: Change };

interface Options {
  /** The keys a group may have, in schema order, which decides where a new key goes. */
  keysAt?: (path: Path) => readonly string[];
}

/**
 * Applies all changes to the text of a YAML file, or none of them. Comments, quotation marks and layout elsewhere are kept:
 * each edit replaces a piece of text, and the result is parsed and compared with the expected value.
 */
export function applyChanges(
  source: string,
  changes: readonly Change[],
  { keysAt = () => [] }: Options = {},
): Applied {
  let file = parseForEditing(source);
  for (const change of changes) {
    if (file === undefined) return { ok: false, reason: "refused", change };
    const plan = planChange(file.document.toJS(), change);
    if ("found" in plan) return { ok: false, reason: "conflict", change, found: plan.found };
    for (const edit of plan.edits) {
      file = applyEdit(file, edit, keysAt);
      if (file === undefined) return { ok: false, reason: "refused", change };
    }
  }
  return { ok: true, source: file?.source ?? source };
}

/** Takes the first candidate text that parses to the expected value. */
function applyEdit(
  file: ParsedFile,
  edit: Edit,
  keysAt: (path: Path) => readonly string[],
): ParsedFile | undefined {
  const expected = applyToValue(file.document.toJS(), edit);
  for (const text of candidateTexts(edit, { ...file, keysAt })) {
    const next = parseForEditing(text);
    if (next && isSame(next.document.toJS(), expected)) return next;
  }
  return undefined;
}

interface ParsedFile {
  source: string;
  document: Document.Parsed;
  layout: Layout;
}

/** Undefined for invalid YAML and for YAML with anchors or aliases, where one edit would change several places. */
function parseForEditing(source: string): ParsedFile | undefined {
  const document = parseDocument(source, { keepSourceTokens: true });
  const folded: string[] = [];
  let refers = false;
  visit(document, (_key, node) => {
    if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor)) refers = true;
    if (isScalar(node) && node.type === "BLOCK_FOLDED") folded.push(source.slice(...(node.range ?? [0, 0])));
  });
  if (refers || document.errors.length > 0) return undefined;
  return { source, document, layout: detectLayout(source, folded) };
}
