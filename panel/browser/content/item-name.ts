import type { FormField } from "../../../content-model/form-field.ts";
import { formatPrice } from "../../../content-model/format-price.ts";
import { isTree, valueAt } from "../../../content-model/path.ts";
import type { Price } from "../../../content-model/schema/price.ts";

/** The name of a list item, or its label and number. */
export function itemName(field: FormField, item: unknown, number: number): string {
  const name = isTree(item) ? field.itemName && valueAt(item, field.itemName) : item;
  return typeof name === "string" && name.trim() ? name : `${field.label} ${number + 1}`;
}

/** The price of a list item, shown while it is closed. */
export function itemPrice(field: FormField, item: unknown): string | undefined {
  const key = Object.keys(field.fields ?? {}).find((inner) => field.fields?.[inner]?.kind === "price");
  const price = key === undefined ? undefined : valueAt(item, [key]);
  if (!isTree(price)) return undefined;
  if (price.onRequest === true) return "wycena po rozmowie";
  return typeof price.amount === "number"
    ? `${formatPrice(price as unknown as Price)} ${String(price.unit ?? "")}`.trim()
    : undefined;
}

/** The file of a list item's photograph. */
export function itemPhoto(field: FormField, item: unknown): string | undefined {
  const key = Object.keys(field.fields ?? {}).find((inner) => field.fields?.[inner]?.kind === "photo");
  const file = key === undefined ? undefined : valueAt(item, [key, "file"]);
  return typeof file === "string" ? file : undefined;
}
