import type { ComponentProps, PropsWithChildren, ReactElement, ReactNode } from "react";
import { Link, type To, useNavigation, useRouteLoaderData } from "react-router";
import { formatPath, type Path } from "../../../content-model/path.ts";
import { shellId } from "../session.ts";

interface ScreenProps {
  readonly title: string;
  /** Replaces a title with a person's name, because window titles end up in histories and on shared screens. */
  readonly windowTitle?: string;
  readonly back?: { readonly to: To; readonly label: string; readonly state?: unknown };
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
        <Link className="back quiet" to={back.to} state={back.state}>
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

/** A list item that is a link, with actions `beside` it. */
export function RowLink(props: PropsWithChildren<{ readonly to: string; readonly beside?: ReactNode }>) {
  return (
    <li className={props.beside ? "row-with-action" : undefined}>
      <Link className="row" to={props.to}>
        <span>{props.children}</span>
        <span aria-hidden="true">→</span>
      </Link>
      {props.beside}
    </li>
  );
}

type RowProps = PropsWithChildren<{ readonly about?: ReactNode; readonly beside?: ReactNode }>;

/** A list item with details (`about`) below it, and actions `beside` it. */
export function Row({ children, about, beside }: RowProps) {
  return (
    <li className="row">
      <div>
        <p>{children}</p>
        {about ? <p className="quiet">{about}</p> : null}
      </div>
      {beside}
    </li>
  );
}

type FoldedListProps = Omit<ComponentProps<"ul">, "children"> & {
  readonly older: string;
  readonly newestFirst?: boolean;
  readonly children: readonly ReactElement<{ "data-kept"?: boolean }>[];
};

/** Folds all but rows with `data-kept` and the latest five others: a regular client's hundreds would push away what follows. */
export function FoldedList({ older, newestFirst, children, ...list }: FoldedListProps) {
  const others = children.filter((row) => !row.props["data-kept"]);
  const folded = newestFirst ? others.slice(5) : others.slice(0, -5);
  const latest = <ul {...list}>{children.filter((row) => !folded.includes(row))}</ul>;
  return (
    <>
      {newestFirst ? latest : null}
      {folded.length > 0 && (
        <details>
          <summary>{`${older}: ${folded.length}`}</summary>
          <ul className={list.className}>{folded}</ul>
        </details>
      )}
      {newestFirst ? null : latest}
    </>
  );
}

export function fieldUrl({ name, path }: { readonly name: string; readonly path: Path }): string {
  const query = path.length > 0 ? `?pole=${encodeURIComponent(formatPath(path))}` : "";
  return `/tresc/${name}${query}`;
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
