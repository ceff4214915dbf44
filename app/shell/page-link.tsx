import { type ComponentProps, type MouseEvent, useCallback } from "react";
import { watchVisibility } from "./prefetch.ts";
import { useRuntime, useVisit } from "./runtime.tsx";

/** A link within the site, perhaps to a hash: prefetches its page once visible, marks the current page, scrolls within it (B2.3, B2.4, B3.1). */
export function PageLink({ to, children, ...rest }: ComponentProps<"a"> & { to: string }) {
  const { navigation, prefetch, prepare } = useRuntime();
  const path = to.replace(/[?#].*$/, "");
  const samePage = useVisit(({ pathname }) => pathname === path);
  const watch = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (!link || samePage) return;
      return watchVisibility(link, () => void prefetch(path));
    },
    [prefetch, path, samePage],
  );

  function follow(event: MouseEvent) {
    if (opensOutsideApp(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = navigation.get();
    void navigation.go(to, { replace: to === pathname + search + hash });
  }

  return (
    <a
      aria-current={samePage && !to.includes("#") ? "page" : undefined}
      {...rest}
      ref={watch}
      href={to}
      onClick={follow}
      onPointerEnter={to === path && !samePage ? () => void prepare(path) : undefined}
    >
      {children}
    </a>
  );
}

/** Links within the site as the items of a list. */
export function LinkItems({ links }: { links: readonly { path: string; label: string }[] }) {
  return links.map(({ path, label }) => (
    <li key={path}>
      <PageLink to={path}>{label}</PageLink>
    </li>
  ));
}

/** Whether the browser opens the link itself: in a new tab or window, or as a download. */
export function opensOutsideApp({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
