import type { ReactNode } from "react";

interface FactProps {
  readonly label: string;
  readonly value: ReactNode;
}

/** One line of a list of facts, left out where there is nothing to tell. */
export function Fact({ label, value }: FactProps) {
  if (!value) return null;
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
