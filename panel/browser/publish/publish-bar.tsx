import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { refreshUnpublished, useUnpublished } from "./unpublished.ts";

/** Link to publishing while something is unpublished. Hidden on an enquiry, which has its call button there. */
export function PublishBar() {
  const { pathname } = useLocation();
  const count = useUnpublished();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count may have changed with the screen
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
