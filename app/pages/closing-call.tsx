import { PageLink } from "../shell/page-link.tsx";
import { useSite } from "../shell/site.tsx";
import { hyphenate } from "../ui/hyphenate.ts";

/** The end of a page: the way to the trainer in the largest type there is. */
export function ClosingCall({ heading, text }: { heading: string; text: string }) {
  const { phone } = useSite();
  return (
    <section className="closing" aria-labelledby="closing-heading">
      <div className="wrap">
        <h2 id="closing-heading">{hyphenate(heading)}</h2>
        <p className="lead">{text}</p>
        <p>
          <a className="phone-display" href={phone.href}>
            {phone.label}
          </a>
        </p>
        <p>
          <PageLink className="button ink" to="/kontakt">
            Napisz wiadomość
          </PageLink>
        </p>
      </div>
    </section>
  );
}
