import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { focusHeading } from "./focus.ts";

/** Focuses the heading of each new screen, with or without a session. */
export function Root() {
  const { pathname, search } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen
  useEffect(() => {
    // A link to a field focuses the field instead.
    if (!isFirst.current && !search.includes("pole=")) focusHeading();
    isFirst.current = false;
  }, [pathname]);
  return <Outlet />;
}
