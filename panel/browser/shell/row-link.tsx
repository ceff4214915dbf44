import type { ReactNode } from "react";
import { Link } from "react-router";

interface RowLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A row of a list that leads on. */
export function RowLink({ to, children }: RowLinkProps) {
  return (
    <Link className="row" to={to}>
      <span>{children}</span>
      <span aria-hidden="true">→</span>
    </Link>
  );
}
