import "zod";

/** How a form shows a field whose kind does not say it. */
export type Widget =
  | "phone"
  | "photo"
  | "colour"
  | "price"
  | "days"
  | "time"
  | "date"
  | "yearOrDate"
  | "reference";

declare module "zod" {
  /** What the schemas say of each field besides `title` (its label) and `description` (its help). */
  interface GlobalMeta {
    widget?: Widget;
    /** The list whose entries may be chosen, by their `id`. */
    reference?: "services" | "categories";
    /** Where an entry of a list has its name, and where what tells it from the others if that is not its name. */
    itemName?: readonly string[];
    itemKey?: readonly string[];
  }
}
