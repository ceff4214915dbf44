import { formatLaterPrice, formatPrice } from "../../content-model/format-price.ts";
import type { Price } from "../../content-model/schema/price.ts";

interface ServicePriceProps {
  /** Follows the price after a comma. */
  readonly note?: string | undefined;
  /** In the panel's preview, `places` names the fields of the current and of the later price. */
  readonly price: Price & { readonly places?: { readonly now: string; readonly later?: string } };
}

/** A price with its unit, and the next price with the day from which it applies. */
export function ServicePrice({ price, note }: ServicePriceProps) {
  const { places } = price;
  const later = formatLaterPrice(price);
  const rest = [later, note].filter(Boolean).join(", ");
  // The comma is inside the unit, which does not break, so that it does not wrap alone.
  const comma = rest && ",";
  return (
    <span className="price" data-path={later && places?.later}>
      <strong data-path={places?.now}>{formatPrice(price)}</strong>
      {"unit" in price ? " " : comma}
      {"unit" in price && <span>{price.unit + comma}</span>}
      {rest && ` ${rest}`}
    </span>
  );
}
