import type { Payloads } from "../payload-types.ts";
import { PageLink } from "../shell/page-link.tsx";
import { PhoneDisplay } from "../shell/phone-display.tsx";
import { useRuntime } from "../shell/runtime.tsx";
import { useSite } from "../shell/site.tsx";
import { useVisit } from "../shell/visit.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { PageHeading } from "./page-heading.tsx";

export function Page({ content }: { content: Payloads["dziekujemy"] }) {
  const { answerTime } = useSite();
  const reference = useReference();
  // Without a reference, nothing claims that a message has arrived: the visitor may have opened the address directly.
  const { heading, lead } = reference ? content : content.direct;
  return (
    <div className="thanks">
      <PageHeading heading={heading} lead={lead} />
      <div className="wrap thanks-body">
        <dl className="thanks-facts">
          <div>
            <dt>Odpowiedź</dt>
            <dd>{answerTime}</dd>
          </div>
          {reference && (
            <div>
              <dt>Numer zapytania</dt>
              <dd className="reference">{reference}</dd>
            </div>
          )}
        </dl>
        <section aria-labelledby="next">
          <h2 id="next">{content.nextHeading}</h2>
          <ol className="next">
            {content.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <section className="impatient">
          <p>{content.impatient}</p>
          <PhoneDisplay />
          <p>
            <PageLink className="arrow-link" to="/">
              Wróć na stronę główną
            </PageLink>
          </p>
        </section>
      </div>
    </div>
  );
}

/** The enquiry's reference, from the server or from the form. The form's is in the history entry, so it survives a reload. */
function useReference(): string | undefined {
  const state = useVisit((visit) => visit.state);
  const { reference } = useRuntime();
  const sent = useHydrated() ? state.reference : undefined;
  return sent ?? reference;
}
