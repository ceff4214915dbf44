import { useEffect, useState } from "react";
import {
  formatLocalTime,
  kindLabels,
  nearestSlots,
  noneFree,
  parseSlotId,
} from "../../../appointments/slot.ts";
import type { Slot } from "../../../enquiries/booking.ts";
import { useDraft, useRuntime, useSlots, useVisit } from "../../shell/runtime.tsx";
import { useOnline } from "../../ui/online.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";

const retryMs = 5_000;

/** The chosen date, or all free ones if they were asked for. If the chosen one is taken, says so and offers the three nearest (C3.3). */
export function SlotField({ first }: { first: string | undefined }) {
  const { slots: store } = useRuntime();
  const { values, unsure, phase } = useDraft();
  const { slot } = values;
  const free = useSlots();
  const hydrated = useHydrated();
  const online = useOnline();
  // Dates that were asked for stay, whatever is chosen or opened since.
  const asksForAll = useVisit(({ search }) => new URLSearchParams(search).has("terminy"));
  const [all, setAll] = useState(asksForAll);
  if (asksForAll && !all) setAll(true);
  // The list stays the same while one of its dates is chosen, so that the arrow keys reach all of them.
  const [base, setBase] = useState(first);
  const { options, gone } = optionsOf(base, all, free);
  if (slot && slot !== base && !options.some(({ id }) => id === slot)) setBase(slot);
  // A document of a static host has no dates until it is hydrated.
  const isShown = Boolean((all || base) && (hydrated || store.first || slot));
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a connection nothing was loaded
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new AbortController();
    async function load(): Promise<void> {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      if (!(await store.load()) && !watch.signal.aborted) timer = setTimeout(load, retryMs);
    }
    void load();
    document.addEventListener("visibilitychange", load, watch);
    return () => {
      watch.abort();
      clearTimeout(timer);
    };
  }, [isShown, store, online]);
  if (!isShown) return null;
  // One that may be the visitor's own is not gone.
  const isGone = gone && !unsure && phase !== "sending" && (slot === base || !hydrated);
  return (
    <fieldset className="stack close" aria-describedby={isGone ? "slot-gone" : undefined}>
      <legend>Termin{all && <span className="note"> (opcjonalnie)</span>}</legend>
      <div role="status">
        {isGone && (
          <p className="field-error" id="slot-gone">
            Ten termin nie jest już wolny. Wybierz inny.
          </p>
        )}
        {free?.length === 0 && <p>{noneFree}</p>}
      </div>
      <div className="slot-options" data-all={all ? "" : undefined}>
        {options.map(({ id, start, kind, minutes }) => (
          <label key={id}>
            <input type="radio" name="slot" value={id} defaultChecked={id === base} />
            <span>
              {formatLocalTime(start).replaceAll("\u00a0", " ")}{" "}
              <span className="note">{kindLabels[kind] + (minutes ? `, ${minutes}\u00a0min` : "")}</span>
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
  const wish = parseSlotId(base ?? "");
  const gone = wish !== undefined && free !== undefined && !known.some(({ id }) => id === base);
  const others = all ? known : gone ? nearestSlots(known, wish) : known.filter(({ id }) => id === base);
  const own = wish && base && (gone || !free) ? [{ id: base, start: wish.local, minutes: 0, ...wish }] : [];
  return { options: [...own, ...others], gone };
}
