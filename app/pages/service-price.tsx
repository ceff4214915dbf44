import { formatLaterPrice, formatPrice } from "../../content-model/format-price.ts";
import type { Price } from "../../content-model/schema/price.ts";
import { PriceTag } from "../ui/price-tag.tsx";

export function ServicePrice({ price }: { price: Price }) {
  const unit = "unit" in price ? price.unit : undefined;
  return <PriceTag amount={formatPrice(price)} unit={unit} later={formatLaterPrice(price)} />;
}
