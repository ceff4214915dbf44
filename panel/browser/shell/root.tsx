import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { focusHeading } from "./focus.ts";

/** All screens, the door's too: whichever comes takes the focus. */
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
