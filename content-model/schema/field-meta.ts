import "zod";

/** The form control, for fields whose type does not determine it. */
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
  /** Metadata of a field besides `title` (its label) and `description` (its help in a code editor). */
  interface GlobalMeta {
    widget?: Widget;
    /** Help below the field in the panel, if the label is not enough. It must not assume knowledge of the files. */
    help?: string;
    /** The label of each option. */
    choices?: Readonly<Record<string, string>>;
    /** The list whose entries are the options, by `id`. */
    reference?: "services" | "categories";
    /** The path of a list entry's name and, if that is not unique, of its identifying value. */
    itemName?: readonly string[];
    itemKey?: readonly string[];
  }
}
