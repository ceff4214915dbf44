import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { focusHeading } from "./focus.ts";

/** The parent of all screens, also of those outside a session. It focuses the heading of each new screen. */
export function Root() {
  const { pathname, search } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new screen
  useEffect(() => {
    // An address that leads to a field focuses that.
    if (!isFirst.current && !search.includes("pole=")) focusHeading();
    isFirst.current = false;
  }, [pathname]);
  return <Outlet />;
}
