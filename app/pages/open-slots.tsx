import { formatDate } from "../../content-model/format-date.ts";
import type { OpenSlots as Slots } from "../payload-types.ts";
import { PageLink } from "../shell/page-link.tsx";
import { hyphenate } from "../ui/hyphenate.ts";

/** The trainer's open slots, each a link to the form. Renders nothing when there are none. */
export function OpenSlots({ slots, className = "" }: { slots: Slots | undefined; className?: string }) {
  if (!slots) return null;
  return (
    <section className={`open-slots stack ${className}`} aria-labelledby="open-slots">
      <div className="stack close">
        <h2 id="open-slots">{hyphenate(slots.heading)}</h2>
        {slots.lead && <p>{slots.lead}</p>}
        <p className="note">
          Aktualne na <time dateTime={slots.asOf}>{formatDate(slots.asOf)}</time>
        </p>
      </div>
      <dl>
        {slots.days.map(({ day, times }) => (
          <div key={day} className="cluster">
            <dt>{day}</dt>
            {times.map(({ id, time }) => (
              <dd key={id}>
                <PageLink
                  className="button quiet slot"
                  to={`/kontakt?termin=${id}#formularz`}
                  aria-label={`Zapytaj o termin: ${day}, ${time}`}
                >
                  {time}
                </PageLink>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
