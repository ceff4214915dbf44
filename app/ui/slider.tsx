import { type ReactNode, useEffect, useRef, useState } from "react";
import { interfaceDefaults } from "./defaults.ts";

/** A scrolling strip of pictures, each an `li`. Script adds buttons and autoplay, which pauses on hover, focus and in a hidden tab (B9.7). */
export function Slider({ label, children }: { label: string; children: ReactNode }) {
  const root = useRef<HTMLElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [{ at, count }, setPlace] = useState({ at: 0, count: 0 });
  const [playing, setPlaying] = useState(false);
  const [leftAt, setLeftAt] = useState(0);

  const follow = () => strip.current && setPlace(placeOf(strip.current));
  const go = (index: number) =>
    strip.current?.scrollTo({ left: stopsOf(strip.current)[Math.min(index, count - 1)] ?? 0 });
  const leave = () => setLeftAt(performance.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once
  useEffect(() => {
    // A turned phone has other stops.
    const sizes = new ResizeObserver(follow);
    const start = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      if (strip.current) sizes.observe(strip.current);
      setPlaying(!lessMotion.matches);
    };
    const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
    lessMotion.onchange = () => setPlaying(false);
    const observer = new IntersectionObserver(start, { rootMargin: "400px" });
    if (root.current) observer.observe(root.current);
    return () => {
      lessMotion.onchange = null;
      observer.disconnect();
      sizes.disconnect();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts when the pointer or the focus leaves
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (document.hidden || root.current?.matches(":hover, :focus-within")) return;
      go(at < count - 1 ? at + 1 : 0);
    }, interfaceDefaults.slider.autoplayMs);
    return () => clearInterval(timer);
  }, [playing, at, count, leftAt]);

  return (
    <section
      ref={root}
      className="slider"
      aria-roledescription="karuzela"
      aria-label={label}
      onPointerLeave={leave}
      onBlur={leave}
    >
      <div
        className="slider-viewport"
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable with the keyboard
        tabIndex={0}
        onScroll={follow}
      >
        <ul aria-live={count > 0 && !playing ? "polite" : "off"}>{children}</ul>
      </div>
      {count > 1 && (
        <div className="slider-controls cluster wrap">
          {arrows.map(([label, step, className]) => (
            <button
              key={label}
              className="button quiet"
              type="button"
              onClick={() => go(at + step)}
              // A disabled button would lose the focus, and autoplay would begin again.
              aria-disabled={at + step < 0 || at + step >= count || undefined}
              aria-label={label}
            >
              <span className={className} />
            </button>
          ))}
          <button className="button quiet" type="button" onClick={() => setPlaying(!playing)}>
            <span>{playing ? "Zatrzymaj" : "Odtwarzaj"}</span>
            <span className="visually-hidden"> pokaz zdjęć</span>
          </button>
          <ol className="slider-dots">
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is nothing but its number
              <li key={index}>
                <button
                  type="button"
                  aria-label={`Zdjęcie ${index + 1} z ${count}`}
                  aria-current={index === at ? "true" : undefined}
                  onClick={() => go(index)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

const arrows = [
  ["Poprzednie zdjęcie", -1, "arrow arrow-back"],
  ["Następne zdjęcie", 1, "arrow"],
] as const;

/** Where the strip can stop, in CSS pixels from its start. */
function stopsOf(strip: HTMLElement): readonly number[] {
  const lefts = [...strip.querySelectorAll("li")].map(({ offsetLeft }) => offsetLeft);
  const end = strip.scrollWidth - strip.clientWidth;
  return [...new Set(lefts.map((left) => Math.min(left - (lefts[0] ?? 0), end)))];
}

/** The number of stops, and the one that the strip is nearest to. */
function placeOf(strip: HTMLElement): { at: number; count: number } {
  const distances = stopsOf(strip).map((stop) => Math.abs(stop - strip.scrollLeft));
  return { at: distances.indexOf(Math.min(...distances)), count: distances.length };
}
