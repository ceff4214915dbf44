import { formatLaterPrice, formatPrice } from "../../content-model/format-price.ts";
import type { Price } from "../../content-model/schema/price.ts";

/** A price with its unit, and the next price with the day from which it applies. */
export function ServicePrice({ price }: { price: Price }) {
  const later = formatLaterPrice(price);
  return (
    <span className="price">
      <strong>{formatPrice(price)}</strong>
      {"unit" in price && " "}
      {"unit" in price && <span>{price.unit}</span>}
      {later && `, ${later}`}
    </span>
  );
}
