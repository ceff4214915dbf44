import type { Path } from "./path.ts";
import type { Widget } from "./schema/group.ts";

/** The control of a field: its `widget`, or else a kind derived from its schema. */
export type FieldKind =
  | Widget
  | "line"
  | "text"
  | "email"
  | "web"
  | "number"
  | "switch"
  | "choice"
  | "list"
  | "group";

/** A field of a content file as a form shows it. */
export interface FormField {
  readonly kind: FieldKind;
  readonly label: string;
  /** Explains what the label does not. */
  readonly help?: string;
  /** Emptying a field that is not required deletes it. */
  readonly required?: boolean;
  /** The value that applies while the field is missing. */
  readonly default?: unknown;
  /** The length of a text, the size of a number, the number of entries of a list. */
  readonly min?: number;
  readonly max?: number;
  /** The fields of a group, in the order of the page. */
  readonly fields?: Readonly<Record<string, FormField>>;
  readonly item?: FormField;
  /** For list entries: the paths of the entry's name and of its identifying value. */
  readonly itemName?: readonly string[];
  readonly itemKey?: readonly string[];
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
  /** The list whose entries a reference can point to. */
  readonly reference?: string;
}

/** The field at a path. */
export function fieldAt(form: FormField | undefined, path: Path): FormField | undefined {
  return path.reduce((field, key) => (typeof key === "number" ? field?.item : field?.fields?.[key]), form);
}
