import type { ReactNode } from "react";
import { Link } from "react-router";

interface ScreenProps {
  readonly title: string;
  /** The screen above this one. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Stands without the panel's bar, in the middle. */
  readonly alone?: boolean;
  /** A way to a screen beside this one, at the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** One screen with its heading, which takes the focus when the screen comes. */
export function Screen({ title, back, alone = false, beside, children }: ScreenProps) {
  return (
    <div className={alone ? "screen alone" : "screen"}>
      <title>{`${title} – Panel`}</title>
      {back ? (
        <Link className="back" to={back.to}>
          <span aria-hidden="true">←</span>
          {back.label}
        </Link>
      ) : null}
      {beside ? (
        <div className="head">
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
      ) : (
        <h1 tabIndex={-1}>{title}</h1>
      )}
      {children}
    </div>
  );
}
