import type { ReactNode } from "react";

interface PriceTagProps {
  amount: ReactNode;
  unit?: string | undefined;
  /** The price that is to come, with its day. */
  later?: string | undefined;
}

/** A price with what it is for, in even-width figures. */
export function PriceTag({ amount, unit, later }: PriceTagProps) {
  return (
    <span className="price">
      <strong>{amount}</strong>
      {unit && <span> {unit}</span>}
      {later && <span>, {later}</span>}
    </span>
  );
}
