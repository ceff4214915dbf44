import type { PropsWithChildren } from "react";
import { Link } from "react-router";

/** A list row that is a link. */
export function RowLink({ to, children }: PropsWithChildren<{ readonly to: string }>) {
  return (
    <Link className="row" to={to}>
      <span>{children}</span>
      <span aria-hidden="true">→</span>
    </Link>
  );
}
