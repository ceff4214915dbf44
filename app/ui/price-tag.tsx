import type { ReactNode } from "react";

/** A price with what it is for, in even-width figures. */
export function PriceTag({ amount, unit }: { amount: ReactNode; unit?: string | undefined }) {
  return (
    <span className="price">
      <strong>{amount}</strong>
      {unit && <span> {unit}</span>}
    </span>
  );
}
