import { type Document, isAlias, isNode, isScalar, parseDocument, visit } from "yaml";
import { isSame, type Path } from "../path.ts";
import { type Change, type Edit, edited, planChange } from "./changes.ts";
import { textsAfter } from "./edit-text.ts";
import { type Layout, layoutOf } from "./scalar-text.ts";

export type Applied =
  | { readonly ok: true; readonly source: string }
  /** Somebody else has changed the same place: `found` is the value there now, undefined when it is gone. */
  | { readonly ok: false; readonly reason: "conflict"; readonly change: Change; readonly found: unknown }
  /** The text is written in a way that cannot be changed without touching the rest of it. */
  | { readonly ok: false; readonly reason: "refused"; readonly change: Change };

interface Options {
  /** The keys that a group may have, in their order; a new one is put after those before it. */
  keysAt?: (path: Path) => readonly string[];
}

/**
 * The text of a YAML file with all changes made, or nothing changed at all. Comments, quotation marks and layout of everything
 * else stay as they are: new text is put in place of old, read again, and compared with what was meant.
 */
export function applyChanges(
  source: string,
  changes: readonly Change[],
  { keysAt = () => [] }: Options = {},
): Applied {
  let read = readForWriting(source);
  for (const change of changes) {
    if (read === undefined) return { ok: false, reason: "refused", change };
    const plan = planChange(read.document.toJS(), change);
    if ("found" in plan) return { ok: false, reason: "conflict", change, found: plan.found };
    for (const edit of plan.edits) {
      read = applyEdit(read, edit, keysAt);
      if (read === undefined) return { ok: false, reason: "refused", change };
    }
  }
  return { ok: true, source: read?.source ?? source };
}

/** The first way of writing the edit that reads as it was meant. */
function applyEdit(read: Read, edit: Edit, keysAt: (path: Path) => readonly string[]): Read | undefined {
  const meant = edited(read.document.toJS(), edit);
  for (const text of textsAfter(edit, { ...read, keysAt })) {
    const next = readForWriting(text);
    if (next && isSame(next.document.toJS(), meant)) return next;
  }
  return undefined;
}

interface Read {
  source: string;
  document: Document.Parsed;
  layout: Layout;
}

/** Undefined for invalid YAML, and for YAML with aliases, where one change would alter several places. */
function readForWriting(source: string): Read | undefined {
  const document = parseDocument(source, { keepSourceTokens: true });
  const folded: string[] = [];
  let refers = false;
  visit(document, (_key, node) => {
    if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor)) refers = true;
    if (isScalar(node) && node.type === "BLOCK_FOLDED") folded.push(source.slice(...(node.range ?? [0, 0])));
  });
  if (refers || document.errors.length > 0) return undefined;
  return { source, document, layout: layoutOf(source, folded) };
}
