import { useEffect, useState } from "react";
import {
  formatLocalTime,
  kindLabels,
  nearestSlots,
  noneFree,
  parseSlotId,
} from "../../../appointments/slot.ts";
import type { Slot } from "../../../enquiries/booking.ts";
import { useDraft, useRuntime, useSlots } from "../../shell/runtime.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** Shows the chosen date, or all free dates. If the chosen one is taken, says so and offers the three nearest (C3.3). */
export function SlotField({ first, all }: { first: string | undefined; all: boolean }) {
  const { slots: store } = useRuntime();
  const { slot } = useDraft().values;
  const free = useSlots();
  const hydrated = useHydrated();
  useEffect(() => {
    const load = () => void (document.visibilityState === "visible" && store.load());
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, [store]);
  // The list stays the same while one of its dates is chosen, so that the arrow keys reach all of them.
  const [base, setBase] = useState(first);
  const options = optionsOf(base, all, free);
  if (slot && slot !== base && !options.some(({ id }) => id === slot)) setBase(slot);
  const isGone = options.some(({ gone }) => gone) && (slot === base || !hydrated);
  return (
    <fieldset className="stack close" aria-describedby={isGone ? "slot-gone" : undefined}>
      <legend>Termin{all && <span className="hint"> (opcjonalnie)</span>}</legend>
      <div role="status">
        {isGone && (
          <p className="field-error" id="slot-gone">
            Ten termin jest już zajęty. Wybierz inny.
          </p>
        )}
        {free?.length === 0 && <p>{noneFree}</p>}
      </div>
      <div className="slot-options" data-all={all ? "" : undefined}>
        {options.map(({ id, name, about }) => (
          <label key={id}>
            <input type="radio" name="slot" value={id} defaultChecked={id === base} />
            <span>
              {name} <span className="hint">{about}</span>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="slot" value="" defaultChecked={!base} />
          <span>Bez terminu</span>
        </label>
      </div>
    </fieldset>
  );
}

function optionsOf(base: string | undefined, all: boolean, free: readonly Slot[] | undefined) {
  const known = free ?? [];
  const wanted = parseSlotId(base ?? "");
  const gone = wanted !== undefined && free !== undefined && !known.some(({ id }) => id === base);
  const others = all ? known : gone ? nearestSlots(known, wanted) : known.filter(({ id }) => id === base);
  const own =
    wanted && base && (gone || !free) ? [{ id: base, start: wanted.local, minutes: 0, ...wanted }] : [];
  return [...own, ...others].map(({ id, start, kind, minutes }) => ({
    id,
    name: formatLocalTime(start),
    about: kindLabels[kind] + (minutes ? `, ${minutes}\u00a0min` : ""),
    gone: gone && id === base,
  }));
}
