import type { Widget } from "./schema/field-meta.ts";

/** How a field is filled in: as its `widget` says, else as its schema does. */
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
  /** What its label does not say. */
  readonly help?: string;
  /** A field that is not required is deleted when it is emptied. */
  readonly required?: boolean;
  /** What holds while the field is not there. */
  readonly default?: unknown;
  /** Of a text its length, of a number its size, of a list the number of its entries. */
  readonly min?: number;
  readonly max?: number;
  /** Of a group, in the order of the page. */
  readonly fields?: Readonly<Record<string, FormField>>;
  /** Of a list. */
  readonly item?: FormField;
  /** Of an entry of a list: where its name stands in it, and what tells it from the others. */
  readonly itemName?: readonly string[];
  readonly itemKey?: readonly string[];
  /** Of a choice: the values with their names. */
  readonly choices?: readonly { readonly value: unknown; readonly label: string }[];
  /** Of a reference: the list whose entries may be chosen. */
  readonly reference?: string;
  /** The shapes that a value may have. */
  readonly variants?: readonly FormField[];
  /** Of a shape: the values that tell it from the others. */
  readonly constants?: Readonly<Record<string, unknown>>;
}
