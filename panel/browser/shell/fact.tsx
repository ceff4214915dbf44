import type { ReactNode } from "react";

interface FactProps {
  readonly label: string;
  readonly value: ReactNode;
}

/** A term and its value in a `dl`; nothing without a value. */
export function Fact({ label, value }: FactProps) {
  if (!value) return null;
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
