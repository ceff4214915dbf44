import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";
import { useSite } from "./site.tsx";
import { Wordmark } from "./wordmark.tsx";

/** `children` are fixed to the screen. They are in the header only so that they belong to a landmark. */
export function Header({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <header className="header wrap">
      {children}
      <PageLink className="wordmark" to="/" aria-label={`${site.name} – strona główna`}>
        <Wordmark />
      </PageLink>
      <button className="menu-button" type="button" popoverTarget="menu">
        Menu
      </button>
      <nav className="menu links" id="menu" popover="auto" aria-label="Menu główne">
        <ul>
          {site.menu.map(({ path, label }) => (
            <li key={path}>
              <PageLink to={path}>{label}</PageLink>
            </li>
          ))}
        </ul>
        <a className="menu-phone" href={site.phone.href}>
          {site.phone.label}
        </a>
        <button className="menu-button" type="button" popoverTarget="menu" popoverTargetAction="hide">
          Zamknij
        </button>
      </nav>
    </header>
  );
}
