import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { refreshUnpublished, useUnpublished } from "./unpublished.ts";

/** The way to publishing, there while something is unpublished. One enquiry has its call button in that place. */
export function PublishBar() {
  const { pathname } = useLocation();
  const count = useUnpublished();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may come after a change
  useEffect(() => void refreshUnpublished(), [pathname]);
  if (count === 0 || /^\/(?:publikacja|zapytania\/)/.test(pathname)) return null;
  return (
    <Link className="publish-bar" to="/publikacja">
      <span>
        Nieopublikowane <span className="nowrap figure">zmiany: {count}</span>
      </span>
      <span className="button main">Publikuj</span>
    </Link>
  );
}
