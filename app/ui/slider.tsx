import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { StartedSlider } from "./start-slider.ts";
import { createStore } from "./store.ts";

interface SliderProps {
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** Called if the slider's script cannot be loaded; the strip still scrolls. */
  readonly onLoadError: () => void;
}

const notStarted = createStore({ at: 0, playing: false });

/** A scrolling strip of pictures, enhanced to a slider by script when it comes near the viewport. */
export function Slider({ label, slides, onLoadError }: SliderProps) {
  const root = useRef<HTMLElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const slider = useSlider(root, viewport, onLoadError);
  const { get, subscribe } = slider ?? notStarted;
  const { at, playing } = useSyncExternalStore(subscribe, get, notStarted.get);
  return (
    <section ref={root} className="slider" aria-roledescription="karuzela" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable with the keyboard */}
      <div className="slider-viewport" ref={viewport} tabIndex={0} data-running={slider ? "" : undefined}>
        <ul aria-live={slider && !playing ? "polite" : "off"}>
          {slides.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      </div>
      {slider && <SliderControls slider={slider} at={at} playing={playing} />}
    </section>
  );
}

function SliderControls({ slider, at, playing }: { slider: StartedSlider; at: number; playing: boolean }) {
  const snaps = slider.embla.scrollSnapList();
  return (
    <div className="slider-controls wrap">
      <button
        type="button"
        onClick={() => slider.embla.scrollPrev()}
        disabled={at === 0}
        aria-label="Poprzednie zdjęcie"
      >
        <span className="arrow arrow-back" />
      </button>
      <button
        type="button"
        onClick={() => slider.embla.scrollNext()}
        disabled={at === snaps.length - 1}
        aria-label="Następne zdjęcie"
      >
        <span className="arrow" />
      </button>
      <button type="button" onClick={slider.togglePlay}>
        {playing ? "Zatrzymaj" : "Odtwarzaj"}
      </button>
      <ol className="slider-dots">
        {snaps.map((snap, index) => (
          <li key={snap}>
            <button
              type="button"
              aria-label={`Zdjęcie ${index + 1} z ${snaps.length}`}
              aria-current={index === at ? "true" : undefined}
              onClick={() => slider.embla.scrollTo(index)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function useSlider(
  root: RefObject<HTMLElement | null>,
  viewport: RefObject<HTMLElement | null>,
  onLoadError: () => void,
) {
  const [slider, setSlider] = useState<StartedSlider | null>(null);
  useEffect(() => {
    let started: StartedSlider | undefined;
    let gone = false;
    const start = ({ startSlider }: typeof import("./start-slider.ts")) => {
      if (gone || !root.current || !viewport.current) return;
      started = startSlider(root.current, viewport.current);
      setSlider(started);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import("./start-slider.ts").then(start, onLoadError);
      },
      { rootMargin: "400px" },
    );
    if (root.current) observer.observe(root.current);
    return () => {
      gone = true;
      observer.disconnect();
      started?.destroy();
    };
  }, [root, viewport, onLoadError]);
  return slider;
}
