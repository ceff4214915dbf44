import "zod";

/** How a form shows a field whose kind does not say it. */
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
    /** What a form says below the field where the label does not say enough: to somebody who knows no files. */
    help?: string;
    /** The names of the values that may be chosen. */
    choices?: Readonly<Record<string, string>>;
    /** The list whose entries may be chosen, by their `id`. */
    reference?: "services" | "categories";
    /** Where an entry of a list has its name, and where what tells it from the others if that is not its name. */
    itemName?: readonly string[];
    itemKey?: readonly string[];
  }
}
