import { useEffect, useRef, useState } from "react";
import { formatDay, formatHour, noneFree, shortKindLabels } from "../../appointments/slot.ts";
import { formatDate } from "../../content-model/format-date.ts";
import type { Slot } from "../../enquiries/booking.ts";
import type { OpenSlots as Slots } from "../payloads.ts";
import { PageLink } from "../shell/page-link.tsx";
import { watchVisibility } from "../shell/prefetch.ts";
import { useRuntime, useSlots } from "../shell/runtime.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { MoreLink } from "./page-frame.tsx";

/**
 * The trainer's open slots, each a link to the form. The document has the hours of a week; the app replaces them by dates, which it
 * loads before the section scrolls into view (C3.2). Renders nothing if the content has no slots.
 */
export function OpenSlots({ slots, className = "" }: { slots: Slots | undefined; className?: string }) {
  const section = useRef<HTMLElement>(null);
  const { slots: store } = useRuntime();
  const loaded = useSlots();
  // What has the focus when the dates arrive must not vanish, nor when the window loses it. The hours lead to the form, too.
  const [held, setHeld] = useState(false);
  const free = held ? undefined : loaded;
  useEffect(
    () => (section.current ? watchVisibility(section.current, store.load, "100%") : undefined),
    [store],
  );
  if (!slots) return null;
  const week = slots.days.flatMap(({ day, times }) => times.map((time) => ({ ...time, day })));
  const rows = free ? week.map((_, at) => rowOf(free[at])) : week;
  return (
    <section ref={section} className={`open-slots stack ${className}`} aria-labelledby="open-slots">
      <div className="stack close">
        <h2 id="open-slots">{hyphenate(slots.heading)}</h2>
        {slots.lead && <p className={className ? "lead" : undefined}>{slots.lead}</p>}
        {slots.asOf && (
          <p className="note" aria-hidden={free && true}>
            Aktualne na <time dateTime={slots.asOf}>{formatDate(slots.asOf)}</time>
          </p>
        )}
        <MoreLink to="/kontakt?terminy#formularz">Wszystkie wolne terminy</MoreLink>
      </div>
      <dl
        onFocus={() => loaded || setHeld(true)}
        onBlur={(e) => setHeld(held && e.currentTarget.contains(e.relatedTarget ?? document.activeElement))}
      >
        {rows.map((row, at) => (
          <div key={row?.id ?? at} className="cluster" aria-hidden={(!row && at > 0) || undefined}>
            <dt>{row?.day ?? (at === 0 && noneFree)}</dt>
            {row && (
              <dd>
                <PageLink className="button quiet slot" to={`/kontakt?termin=${row.id}#formularz`}>
                  <span className="visually-hidden">{`${row.day}, `}</span>
                  {`${row.time} `}
                  <small>{shortKindLabels[row.kind]}</small>
                </PageLink>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every hour of the week becomes a date, or an empty row if there are fewer dates, so that nothing shifts. */
const rowOf = (slot: Slot | undefined) =>
  slot && { id: slot.id, kind: slot.kind, day: formatDay(slot.start), time: formatHour(slot.start) };
