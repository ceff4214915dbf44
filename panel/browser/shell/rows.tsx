import type { PropsWithChildren, ReactNode } from "react";
import { Link } from "react-router";
import { formatPath, type Path } from "../../../content-model/path.ts";

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

export function fieldUrl({ name, path }: { readonly name: string; readonly path: Path }): string {
  const query = path.length > 0 ? `?pole=${encodeURIComponent(formatPath(path))}` : "";
  return `/tresc/${name}${query}`;
}
