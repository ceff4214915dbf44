import type { ReactNode } from "react";
import { PageLink } from "../shell/page-link.tsx";
import { useSite } from "../shell/runtime.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { wrapping } from "../ui/wrapping.tsx";

/** The top of an inner page. Its heading takes the focus after a navigation. */
export function PageHeading({ heading, lead }: { heading: string; lead: string }) {
  return (
    <header className="page-heading wrap">
      <h1 tabIndex={-1}>{hyphenate(heading)}</h1>
      <p className="lead">{lead}</p>
    </header>
  );
}

export interface SectionProps {
  readonly id: string;
  readonly heading: string;
  readonly lead?: string | undefined;
  /** Beside the heading and the lead. */
  readonly more?: ReactNode;
  readonly className?: string;
  /** Whether what follows the heading is as wide as the page. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** A section with its heading and lead, side by side on wide screens. */
export function Section({ id, heading, lead, more, className, isWide, children }: SectionProps) {
  const classes = [!isWide && "wrap", "section", className].filter(Boolean).join(" ");
  return (
    <section className={classes} id={id} aria-labelledby={`${id}-heading`}>
      <div className={isWide ? "wrap section-head" : "section-head"}>
        <h2 id={`${id}-heading`}>{hyphenate(heading)}</h2>
        {lead && <p className="lead">{lead}</p>}
        {more}
      </div>
      {children}
    </section>
  );
}

/** A link to more on another page, on a line of its own. */
export function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <PageLink className="arrow-link" to={to}>
        {children}
      </PageLink>
    </p>
  );
}

export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** The end of a page: a call to action with the phone number in the largest type. */
export function ClosingCall({ heading, text }: { heading: string; text: string }) {
  return (
    <section className="closing" aria-labelledby="closing-heading">
      <div className="stack wrap">
        <h2 id="closing-heading">{hyphenate(heading)}</h2>
        <p className="lead">{text}</p>
        <PhoneDisplay />
        <p>
          <PageLink className="button ink" to="/kontakt">
            Napisz wiadomość
          </PageLink>
        </p>
      </div>
    </section>
  );
}

/** The trainer's phone number in the largest type, with other ways to reach it. */
export function PhoneDisplay() {
  const { phone, messages } = useSite();
  if (!phone) return null;
  return (
    <p>
      <a className="phone-display" href={phone.href}>
        {wrapping(phone.label)}
      </a>
      {messages.length > 0 && (
        <span className="cluster">
          {messages.map(({ label, href }) => (
            <a key={label} className="button quiet" href={href} rel="noopener noreferrer">
              {label}
            </a>
          ))}
        </span>
      )}
    </p>
  );
}
