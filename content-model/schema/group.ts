import { z } from "zod";

/** A group of fields, in the order of its form. */
export function group<Shape extends z.ZodRawShape>(title: string, shape: Shape) {
  return z.strictObject(shape).meta({ title });
}

/** A group that is an entry of a list and is called by what is in one of its fields, the first. Its `id`, if it has one, identifies it. */
export function item<Shape extends z.ZodRawShape>(title: string, name: keyof Shape & string, shape: Shape) {
  return group(title, shape).meta({ itemName: [name], ...("id" in shape && { itemKey: ["id"] }) });
}

export const list = <Entry extends z.ZodType>(entry: Entry, title: string) => z.array(entry).meta({ title });

export function number(title: string, min: number, max: number) {
  return z.number().min(min).max(max).meta({ title });
}

/** A switch, off unless the owner turns it on. */
export const flag = (title: string, help?: string) => z.boolean().default(false).meta({ title, help });

/** A text of a fixed format, which later checks can rely on. */
export const matching = (form: RegExp, meta: z.GlobalMeta) =>
  z.string().regex(form, { abort: true }).meta(meta);

/** The form control of a field whose type does not determine it. */
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
  | "reference"
  | "proof";

declare module "zod" {
  /** Metadata of a field besides `title`, its label. */
  interface GlobalMeta {
    widget?: Widget;
    /** Help below the field in the panel, if the label is not enough. Its reader does not know the files. */
    help?: string | undefined;
    /** The label of each option. */
    choices?: Readonly<Record<string, string>>;
    /** The list whose entries are the options, by `id`. */
    reference?: "services" | "categories";
    /** The path of a list entry's name and, if that is not unique, of its identifying value. */
    itemName?: readonly string[];
    itemKey?: readonly string[];
  }
}
