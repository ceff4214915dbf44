import { type Document, isScalar, parseDocument, visit } from "yaml";
import { isSame, type Path } from "../path.ts";
import { type Change, type Edit, edited, planChange } from "./changes.ts";
import { textsAfter } from "./edit-text.ts";
import { type Layout, layoutOf } from "./scalar-text.ts";

export type Applied =
  | { readonly ok: true; readonly source: string }
  /** Somebody else has changed the place of this change: `found` stands there now, undefined when it is gone. */
  | { readonly ok: false; readonly reason: "conflict"; readonly change: Change; readonly found: unknown }
  /** The text is written in a way that cannot be changed without touching the rest of it. */
  | { readonly ok: false; readonly reason: "refused"; readonly change: Change };

interface Options {
  /** The keys that may stand in a group, in their order; a new one is put behind those before it. */
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
  let text = source;
  for (const change of changes) {
    const read = readForWriting(text);
    if (read === undefined) return { ok: false, reason: "refused", change };
    const plan = planChange(read.document.toJS(), change);
    if ("found" in plan) return { ok: false, reason: "conflict", change, found: plan.found };
    for (const edit of plan.edits) {
      const next = applyEdit(text, edit, keysAt);
      if (next === undefined) return { ok: false, reason: "refused", change };
      text = next;
    }
  }
  return { ok: true, source: text };
}

/** The first way of writing the edit that reads as it was meant. */
function applyEdit(
  source: string,
  edit: Edit,
  keysAt: (path: Path) => readonly string[],
): string | undefined {
  const read = readForWriting(source);
  if (read === undefined) return undefined;
  const meant = edited(read.document.toJS(), edit);
  for (const text of textsAfter(edit, { source, ...read, keysAt })) {
    const document = readForWriting(text)?.document;
    if (document && isSame(document.toJS(), meant)) return text;
  }
  return undefined;
}

/** Undefined for a text with mistakes, and for one that refers to its own parts: a change would reach further than meant. */
function readForWriting(source: string): { document: Document.Parsed; layout: Layout } | undefined {
  const document = parseDocument(source, { keepSourceTokens: true });
  const folded: string[] = [];
  let refers = false;
  visit(document, {
    Alias: () => {
      refers = true;
    },
    Node(_key, node) {
      if ("anchor" in node && node.anchor) refers = true;
      if (isScalar(node) && node.type === "BLOCK_FOLDED")
        folded.push(source.slice(...(node.range ?? [0, 0])));
    },
  });
  if (refers || document.errors.length > 0) return undefined;
  return { document, layout: layoutOf(source, folded) };
}
