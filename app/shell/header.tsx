import type { ReactNode } from "react";
import { visibleLength } from "../ui/hyphenate.ts";
import { LinkItems, PageLink } from "./page-link.tsx";
import { useSite } from "./runtime.tsx";

/** `children` are fixed to the screen; they are in the header only to be in a landmark. */
export function Header({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <header className="header cluster wrap">
      {children}
      <PageLink className="wordmark" to="/" aria-label={`${site.name} – strona główna`}>
        <Wordmark />
      </PageLink>
      <button className="menu-button button quiet" type="button" popoverTarget="menu">
        Menu
      </button>
      <nav
        className="menu links"
        id="menu"
        popover="auto"
        aria-label="Menu główne"
        // An open menu would cover what has the focus now. Hiding it at once would return the focus.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!relatedTarget || relatedTarget.closest("#menu, .menu-button")) return;
          requestAnimationFrame(() => currentTarget.hidePopover?.());
        }}
      >
        <ul className="cluster">
          <LinkItems links={site.menu} />
        </ul>
        {site.phone && (
          <a className="menu-phone" href={site.phone.href}>
            {site.phone.label}
          </a>
        )}
        <button
          className="menu-button button quiet"
          type="button"
          popoverTarget="menu"
          popoverTargetAction="hide"
        >
          Zamknij
        </button>
      </nav>
    </header>
  );
}

const longWord = 12;

/** The owner's logo, or a weight plate seen from the front, and the name. A name with a long word has smaller type, to fit a phone. */
export function Wordmark() {
  const { logo, name } = useSite();
  const isLong = name.split(" ").some((word) => visibleLength(word) > longWord);
  return (
    <>
      {logo ? (
        <img className="logo" {...logo} alt="" />
      ) : (
        <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          <circle cx="16" cy="16" r="12.5" fill="none" stroke="currentColor" strokeWidth="7" />
          <circle className="mark-hub" cx="16" cy="16" r="4.5" />
        </svg>
      )}
      <span data-long={isLong ? "" : undefined}>{name}</span>
    </>
  );
}
