import { useEffect } from "react";
import {
  formatLocalTime,
  kindLabels,
  nearestSlots,
  noneFree,
  parseSlotId,
} from "../../../appointments/slot.ts";
import type { Slot } from "../../../enquiries/booking.ts";
import { useRuntime, useSlots } from "../../shell/runtime.tsx";

/** Shows the chosen date, or all free dates. If the chosen one is taken, says so and offers the three nearest (C3.3). */
export function SlotField({ chosen, all }: { chosen: string | undefined; all: boolean }) {
  const { slots: store } = useRuntime();
  const free = useSlots();
  useEffect(() => {
    const load = () => void (document.visibilityState === "visible" && store.load());
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, [store]);
  const options = optionsOf(chosen, all, free);
  const isGone = options.some(({ gone }) => gone);
  return (
    <fieldset className="stack close" aria-describedby={isGone ? "slot-gone" : undefined}>
      <legend>Termin</legend>
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
            <input type="radio" name="slot" value={id} defaultChecked={id === chosen} />
            <span>
              {name} <span className="hint">{about}</span>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="slot" value="" defaultChecked={!chosen} />
          <span>Bez terminu</span>
        </label>
      </div>
    </fieldset>
  );
}

function optionsOf(chosen: string | undefined, all: boolean, free: readonly Slot[] | undefined) {
  const known = free ?? [];
  const wanted = parseSlotId(chosen ?? "");
  const gone = wanted !== undefined && free !== undefined && !known.some(({ id }) => id === chosen);
  const others = all ? known : gone ? nearestSlots(known, wanted) : known.filter(({ id }) => id === chosen);
  const own =
    wanted && chosen && (gone || !free) ? [{ id: chosen, start: wanted.local, minutes: 0, ...wanted }] : [];
  return [...own, ...others].map(({ id, start, kind, minutes }) => ({
    id,
    name: formatLocalTime(start),
    about: kindLabels[kind] + (minutes ? `, ${minutes}\u00a0min` : ""),
    gone: gone && id === chosen,
  }));
}
