import type { ReactNode } from "react";

interface PriceTagProps {
  amount: ReactNode;
  unit?: string | undefined;
  /** The next price and the day from which it applies. */
  later?: string | undefined;
}

/** A price and its unit, in tabular figures. */
export function PriceTag({ amount, unit, later }: PriceTagProps) {
  return (
    <span className="price">
      <strong>{amount}</strong>
      {unit && <span> {unit}</span>}
      {later && <span>, {later}</span>}
    </span>
  );
}
