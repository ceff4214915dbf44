import { type ReactNode, useCallback } from "react";
import { Link, useLocation } from "react-router";
import { useRuntime } from "./runtime.tsx";
import { watchVisibility } from "./prefetch.ts";

interface PageLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-current"?: "true" | undefined;
  /** Leaves the page where it is scrolled to, for links that only change what the page shows. */
  readonly keepPlace?: boolean;
}

/** A link inside the site: fetches its page once visible, marks the current one, scrolls within the same one. */
export function PageLink({ to, children, keepPlace = false, ...rest }: PageLinkProps) {
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
      aria-current={samePage && !to.includes("#") ? "page" : undefined}
      {...rest}
      ref={watch}
      to={to}
      state={keepPlace ? { keepPlace } : samePage ? { samePage } : undefined}
    >
      {children}
    </Link>
  );
}
