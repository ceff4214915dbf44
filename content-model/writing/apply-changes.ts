import { type Document, parseDocument, visit } from "yaml";
import { isSame } from "../path.ts";
import { readYaml } from "../read-yaml.ts";
import { applyEdit, type Change, planChange } from "./changes.ts";
import { editDocument, type KeysAt } from "./edit-document.ts";

/** A change that was not made. */
export interface Unmade {
  /** Its index among the requested changes. */
  readonly at: number;
  /** The value has changed in the meantime, or the file or the change is not one that the panel can write. */
  readonly reason: "conflict" | "refused";
  /** The current value; undefined if its place is gone. */
  readonly found?: unknown;
}

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
    const plan = planChange(value, change);
    if ("found" in plan) return [{ at, reason: "conflict", found: plan.found }];
    if (plan.edit === undefined) return [];
    editDocument(document, plan.edit, keysAt);
    const next = textOf(document);
    document = parseForEditing(next);
    if (isSame(document?.toJS(), applyEdit(value, plan.edit))) {
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
