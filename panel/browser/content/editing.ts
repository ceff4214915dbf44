import { type ComponentType, createContext, type ReactNode, use, useState } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import { type FormField, fieldAt } from "../../../content-model/form-field.ts";
import { isSame, isTree, type Path, parsePath, valueAt } from "../../../content-model/path.ts";
import { toSlug } from "../../../content-model/slug.ts";
import type { Change, Step } from "../../../content-model/writing/change.ts";
import type { FileAnswer } from "./sync.ts";
import type { Conflict } from "./unsaved.ts";

export interface FieldProps {
  readonly field: FormField;
  readonly value: unknown;
  /** The field's path in the file: `services.1.price.amount`. */
  readonly at: string;
  /** Shown at the end of the label's line. */
  readonly beside?: ReactNode;
}

/** The context of all fields of a form. Changes with the server's responses. */
export interface Form extends Pick<FileAnswer, "form" | "problems" | "choices" | "photos" | "facts"> {
  readonly name: ContentName;
  readonly conflicts: readonly Conflict[];
  /** The same object while the file is open. */
  readonly editor: ReturnType<typeof createEditor>;
  /** Renders a field of any kind. Passed here, because its module imports the groups that need it. */
  readonly Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<Form | undefined>(undefined);

export const useForm = () => use(FormContext) as Form;

interface Opened {
  readonly form: FormField;
  readonly value: () => unknown;
  readonly change: (place: string, change: Change) => void;
}

/** Converts edits to changes that identify items by key, not index, so that they still apply after other items have moved. */
export function createEditor({ form, value, change }: Opened) {
  const steps = (place: string) =>
    parsePath(place).map((key, depth, path): Step => {
      if (typeof key === "string") return key;
      return itemStep(fieldAt(form, path.slice(0, depth + 1)), valueAt(value(), path.slice(0, depth)), key);
    });

  /** The item to insert before, for the index `to`. Undefined at the end of the list. */
  const before = (others: readonly Step[], to: number) => (typeof others[to] === "number" ? to : others[to]);

  /** Sets the value of a place that shows `old`; `undefined` removes the field. */
  const set = (place: string, old: unknown, value: unknown) =>
    change(place, { do: "set", at: steps(place), old, value });

  const itemSteps = (list: string) =>
    itemsAt(value(), parsePath(list)).map((_, number) => steps(`${list}.${number}`).at(-1) as Step);

  return {
    set,
    holds: (place: string, known: unknown) => isSame(valueAt(value(), parsePath(place)), known),
    /** Sets the siblings of a place if its group has all of them; `undefined` removes a field. */
    setSiblings(place: string, values: Readonly<Record<string, unknown>>): void {
      const above = parsePath(place).slice(0, -1);
      const fields = fieldAt(form, above)?.fields ?? {};
      if (!Object.keys(values).every((key) => key in fields)) return;
      for (const [key, next] of Object.entries(values)) {
        const old = valueAt(value(), [...above, key]);
        if (!isSame(old, next)) set([...above, key].join("."), old, next);
      }
    },
    /** Call when a field loses the focus. Creates the slug of an item that has a name but no slug. */
    leave(place: string): void {
      const path = parsePath(place);
      const above = path.slice(0, -1);
      const item = fieldAt(form, above);
      const slug = item && slugKey(item);
      if (slug === undefined || item?.itemName?.join(".") !== String(path.at(-1))) return;
      const [oldSlug, name] = [valueAt(value(), [...above, slug]), valueAt(value(), path)];
      if (oldSlug || typeof name !== "string" || !name) return;
      const used = itemsAt(value(), above.slice(0, -1)).map((other) => valueAt(other, [slug]));
      let free = toSlug(name);
      for (let number = 2; used.includes(free); number++) free = toSlug(`${name.slice(0, 30)} ${number}`);
      set([...above, slug].join("."), oldSlug, free);
    },
    add(list: string, added: unknown, at: number): void {
      const items = itemsAt(value(), parsePath(list));
      const equalBefore = items.filter((item) => isSame(item, added)).length;
      const next = before(itemSteps(list), at);
      change(list, { do: "add", list: steps(list), before: next, value: added, equalBefore });
    },
    remove(place: string): void {
      change(place, { do: "remove", at: steps(place), old: valueAt(value(), parsePath(place)) });
    },
    move(place: string, to: number): void {
      const path = parsePath(place);
      const others = itemSteps(path.slice(0, -1).join(".")).toSpliced(Number(path.at(-1)), 1);
      change(place, { do: "move", at: steps(place), before: before(others, to) });
    },
  };
}

const slugKey = ({ fields = {} }: FormField) =>
  Object.keys(fields).find((key) => fields[key]?.kind === "slug");

/** An empty item. What identifies it is an empty text, so that changes find it although another device moves items (P4.6). */
export function newItem({ kind, itemKey: [key, ...inner] = [] }: FormField): unknown {
  if (kind !== "group") return "";
  return key === undefined || inner.length > 0 ? {} : { [key]: "" };
}

/** A copy of an item, whose slug will be made of its own name. */
export function copyOf(field: FormField, item: unknown): unknown {
  const slug = slugKey(field);
  return slug !== undefined && isTree(item) ? { ...item, [slug]: "" } : item;
}

const itemsAt = (value: unknown, path: Path) => (valueAt(value, path) as unknown[] | undefined) ?? [];

/** Identifies an item by its key, or by its index if the key is not unique. */
function itemStep(field: FormField | undefined, items: unknown, at: number): Step {
  if (!Array.isArray(items)) return at;
  const key = isTree(items[at]) ? field?.itemKey : [];
  if (key === undefined) return at;
  const is = valueAt(items[at], key);
  const equal = items.filter((item) => isSame(valueAt(item, key), is));
  return is === undefined || equal.length > 1 ? at : { ...(key.length > 0 && { at: key }), is };
}

/** What is typed into fields that are saved as one value, or what another device has stored there since (P4.6). */
export function useTyped<Parts>(stored: () => unknown, known: Parts) {
  const [{ typed, over }, set] = useState(() => ({ typed: known, over: stored() }));
  const setTyped = (next: Parts) => set({ typed: next, over: stored() });
  return [isSame(over, stored()) ? typed : known, setTyped] as const;
}
