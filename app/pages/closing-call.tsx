import { PageLink } from "../shell/page-link.tsx";
import { PhoneDisplay } from "../shell/phone-display.tsx";
import { hyphenate } from "../ui/hyphenate.ts";

/** The end of a page: a call to action with the phone number in the largest type. */
export function ClosingCall({ heading, text }: { heading: string; text: string }) {
  return (
    <section className="closing" aria-labelledby="closing-heading">
      <div className="wrap">
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
