import type { ReactNode } from "react";
import { Link, type To } from "react-router";

interface ScreenProps {
  readonly title: string;
  /** What the window is called where the heading names a person: titles end up in histories and on shared screens. */
  readonly windowTitle?: string;
  /** The screen above this one. */
  readonly back?: { readonly to: To; readonly label: string };
  /** Stands without the panel's bar, in the middle. */
  readonly alone?: boolean;
  readonly children: ReactNode;
}

/** One screen with its heading, which takes the focus when the screen comes. */
export function Screen({ title, windowTitle = title, back, alone = false, children }: ScreenProps) {
  // Beside the panel's bar the shell has the landmark.
  const Frame = alone ? "main" : "div";
  return (
    <Frame className={alone ? "screen alone" : "screen"}>
      <title>{`${windowTitle} – Panel`}</title>
      {back ? (
        <Link className="back quiet" to={back.to}>
          <span aria-hidden="true">←</span>
          {back.label}
        </Link>
      ) : null}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </Frame>
  );
}
