import "zod";

/** The control of a form for a field whose type alone does not tell which to use. */
export type Widget =
  | "phone"
  | "photo"
  | "logo"
  | "colour"
  | "price"
  | "hours"
  | "days"
  | "time"
  | "date"
  | "yearOrDate"
  | "slug"
  | "reference";

declare module "zod" {
  /** What the schemas say of each field besides `title` (its label) and `description` (its help in an editor of files). */
  interface GlobalMeta {
    widget?: Widget;
    /** Help below the field in the panel, where the label is not enough; it must not assume knowledge of the files. */
    help?: string;
    /** The label of each value that may be chosen. */
    choices?: Readonly<Record<string, string>>;
    /** The list whose entries may be chosen, by their `id`. */
    reference?: "services" | "categories";
    /** Where a list entry has its name, and, if the name does not identify it, where the value that does. */
    itemName?: readonly string[];
    itemKey?: readonly string[];
  }
}
