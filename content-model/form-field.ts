import type { Path } from "./path.ts";
import type { Widget } from "./schema/field-meta.ts";

/** How a field is filled in: its `widget`, or else a kind that follows from its schema. */
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
  | "group"
  | "variants";

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
  /** For list entries: where the entry has its name, and where the value that identifies it. */
  readonly itemName?: readonly string[];
  readonly itemKey?: readonly string[];
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
  /** The list whose entries a reference may choose. */
  readonly reference?: string;
  /** The shapes that a value may have. */
  readonly variants?: readonly FormField[];
  /** The values that tell a variant from the others. */
  readonly constants?: Readonly<Record<string, unknown>>;
}

/** The field at a path; of a value with several shapes, in whichever shape has it. */
export function fieldAt(form: FormField | undefined, path: Path): FormField | undefined {
  return path.reduce((field, key) => {
    if (typeof key === "number") return field?.item;
    return field?.fields?.[key] ?? field?.variants?.find(({ fields }) => fields?.[key])?.fields?.[key];
  }, form);
}
