import { formatDate } from "./format-date.ts";
import type { Price } from "./schema/price.ts";

const hardSpace = "\u00a0";

/** Formats a price without its unit: `1 200 zł` or `149,50 zł` with hard spaces, `bezpłatnie` or `wycena po rozmowie`. */
export function formatPrice(price: Price): string {
  return "onRequest" in price ? "wycena po rozmowie" : formatAmount(price.amount);
}

/** Formats the later price: `od 1 stycznia 2027: 170 zł`. */
export function formatLaterPrice(price: Price): string | undefined {
  if (!("later" in price) || !price.later) return undefined;
  return `od ${formatDate(price.later.from)}: ${formatAmount(price.later.amount)}`;
}

/** Formats the price with its unit and the later price, with plain spaces: `150 zł za trening, od 1 stycznia 2027: 170 zł`. */
export function formatFullPrice(price: Price): string {
  const unit = "unit" in price ? ` ${price.unit}` : "";
  const later = formatLaterPrice(price);
  return `${formatPrice(price)}${unit}${later ? `, ${later}` : ""}`.replaceAll(hardSpace, " ");
}

function formatAmount(amountPln: number): string {
  if (amountPln === 0) return "bezpłatnie";
  const [zlotys = "", groszy = "00"] = amountPln.toFixed(2).split(".");
  const grouped = zlotys.replace(/\B(?=(?:\d{3})+$)/g, hardSpace);
  return `${grouped}${groszy === "00" ? "" : `,${groszy}`}${hardSpace}zł`;
}
