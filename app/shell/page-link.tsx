import { type ReactNode, useCallback } from "react";
import { Link, useLocation } from "react-router";
import { useRuntime } from "./runtime.tsx";
import { watchVisibility } from "./prefetch.ts";

interface PageLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly "aria-label"?: string;
}

/** A link inside the site: fetches its page once visible, marks the current one, scrolls within the same one. */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  const { prefetch } = useRuntime();
  const { pathname } = useLocation();
  const path = to.replace(/[?#].*$/, "") || pathname;
  const samePage = path === pathname;
  const watch = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (!link || samePage) return;
      return watchVisibility(link, () => prefetch(path));
    },
    [prefetch, path, samePage],
  );
  return (
    <Link
      {...rest}
      ref={watch}
      to={to}
      state={samePage ? { samePage } : undefined}
      aria-current={samePage && !to.includes("#") ? "page" : undefined}
    >
      {children}
    </Link>
  );
}
