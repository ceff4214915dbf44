import { formatLocalTime } from "../../appointments/slot.ts";
import type { Payloads } from "../payloads.ts";
import { useRuntime, useSite, useVisit } from "../shell/runtime.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { Picture } from "../ui/picture.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { MoreLink, PhoneDisplay } from "./page-frame.tsx";

export function Page({ content }: { content: Payloads["dziekujemy"] }) {
  const { reference, date } = useSentEnquiry();
  const { phone } = useSite();
  // Without a reference the visitor may have opened the address directly, so no text claims that a message has arrived (B10.5).
  const { heading, lead } = reference ? content : content.direct;
  // A booked appointment needs no next steps.
  const isBooked = reference && date?.state === "booked";
  return (
    <div className="thanks">
      <div className="thanks-text stack">
        <header className="stack">
          <h1 tabIndex={-1}>{hyphenate(heading)}</h1>
          {!isBooked && <p className="lead">{lead}</p>}
          {reference && (
            <p className="thanks-reference stack close">
              <span className="label">Numer wiadomości</span>
              <strong className="reference">{reference}</strong>
            </p>
          )}
          {reference && date && (
            <p className="thanks-reference stack close">
              <span className="label">Termin</span>
              <strong>{formatLocalTime(date.start)}</strong>
              <span>
                {!isBooked
                  ? "Ten termin jeszcze potwierdzę albo zaproponuję inny."
                  : date.byEmail
                    ? "Umówione. Odnośnik do zmiany i\u00a0zaproszenie do kalendarza przyjdą e\u2060-\u2060mailem."
                    : "Umówione. Zapisz ten termin, a\u00a0jeśli coś się zmieni, daj znać."}
              </span>
            </p>
          )}
        </header>
        {!isBooked && (
          <section aria-labelledby={reference && "next"}>
            {reference && <h2 id="next">{content.nextHeading}</h2>}
            <ol className="next">
              {content.next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        )}
        <section className="impatient stack">
          {phone && !isBooked && <p>{content.impatient}</p>}
          <PhoneDisplay />
          <MoreLink to="/">Wróć na stronę główną</MoreLink>
        </section>
      </div>
      {content.photo && (
        <div className="landscape">
          <Picture picture={content.photo} sizes="(min-width: 992px) 42vw, 100vw" />
        </div>
      )}
    </div>
  );
}

/** The enquiry's reference and date. The server sends them, or the form stores them in the history entry, so they survive a reload. */
function useSentEnquiry() {
  const state = useVisit((visit) => visit.state);
  const { reference, date } = useRuntime();
  return useHydrated() && state.reference ? state : { reference, date };
}
