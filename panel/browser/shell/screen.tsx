import type { PropsWithChildren, ReactNode } from "react";
import { Link, type To, useNavigation, useRouteLoaderData } from "react-router";
import { shellId } from "../session.ts";

interface ScreenProps {
  readonly title: string;
  /** Replaces a title with a person's name, because window titles end up in histories and on shared screens. */
  readonly windowTitle?: string;
  readonly back?: { readonly to: To; readonly label: string };
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** One screen with its heading, which `focusHeading` can focus. */
export function Screen({ title, windowTitle = title, back, beside, children }: ScreenProps) {
  // Within the shell, which renders `main`, or alone: without a session, or when the shell could not be loaded.
  const isAlone = useRouteLoaderData(shellId) === undefined;
  const Frame = isAlone ? "main" : "div";
  const heading = <h1 tabIndex={-1}>{title}</h1>;
  return (
    <Frame className={isAlone ? "screen alone" : "screen"}>
      <title>{`${windowTitle} – Panel`}</title>
      {back ? (
        <Link className="back quiet" to={back.to}>
          <span aria-hidden="true">←</span>
          {back.label}
        </Link>
      ) : null}
      {beside ? (
        <div className="head">
          {heading}
          {beside}
        </div>
      ) : (
        heading
      )}
      {children}
    </Frame>
  );
}

export function Section({ title, children }: PropsWithChildren<{ readonly title: ReactNode }>) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Skeleton() {
  return (
    <div className="screen" aria-busy="true">
      <p className="visually-hidden">Wczytywanie…</p>
      <div className="skeleton" />
    </div>
  );
}

/** The path within the panel of a navigation that is loading. */
export function useNextPath(): string | undefined {
  return useNavigation().location?.pathname.replace(/^\/panel/, "");
}
