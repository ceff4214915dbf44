import type { Price } from "./schema/price.ts";

const hardSpace = "\u00a0";

/** An amount in zlotys for reading, with hard spaces: `150 zł`, `1 200 zł`, `149,50 zł`. */
export function formatAmount(amountPln: number): string {
  const [zlotys = "", groszy = "00"] = amountPln.toFixed(2).split(".");
  const grouped = zlotys.replace(/\B(?=(?:\d{3})+$)/g, hardSpace);
  return `${grouped}${groszy === "00" ? "" : `,${groszy}`}${hardSpace}zł`;
}

/** The price as the visitor reads it, without its unit; a price on request is `wycena po rozmowie`. */
export function formatPrice(price: Price): string {
  return "onRequest" in price ? "wycena po rozmowie" : formatAmount(price.amount);
}
