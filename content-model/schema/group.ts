import "./field-meta.ts";
import { z } from "zod";

/** A group of fields, in the order of the page. */
export function group<Shape extends z.ZodRawShape>(title: string, description: string, shape: Shape) {
  return z.strictObject(shape).meta({ title, description });
}

/** A list of entries of the same kind. */
export function list<Entry extends z.ZodType>(entry: Entry, title: string, description: string) {
  return z.array(entry).meta({ title, description });
}

/** A number within bounds. */
export function number(title: string, description: string, min: number, max: number) {
  return z.number().min(min).max(max).meta({ title, description });
}

/** A text of a fixed format. */
export function matching(form: RegExp, meta: z.GlobalMeta) {
  return z.string().regex(form).meta(meta);
}
