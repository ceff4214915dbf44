import createEmbla, { type EmblaCarouselType } from "embla-carousel";
import { interfaceDefaults } from "./defaults.ts";

export interface StartedSlider {
  readonly embla: EmblaCarouselType;
  isPlaying(): boolean;
  togglePlay(): void;
  /** Calls back when the position or playing changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  destroy(): void;
}

/** Turns a scrolling strip into a slider that plays unless `root` is hovered, focused or out of view. */
export function startSlider(root: HTMLElement, viewport: HTMLElement): StartedSlider {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const embla = createEmbla(viewport, {
    align: () => firstSlideOffset(viewport),
    containScroll: "trimSnaps",
    duration: still ? 0 : 25,
  });
  const listeners = new Set<() => void>();
  let playing = !still;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    clearTimeout(timer);
    if (playing) timer = setTimeout(advance, interfaceDefaults.slider.autoplayMs);
  };
  const advance = () => {
    if (document.hidden || root.matches(":hover, :focus-within")) return wait();
    if (embla.canScrollNext()) embla.scrollNext();
    else embla.scrollTo(0);
    wait();
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  embla.on("select", tell).on("select", wait).on("reInit", tell);
  const leaving = new AbortController();
  root.addEventListener("pointerleave", wait, { signal: leaving.signal });
  root.addEventListener("focusout", wait, { signal: leaving.signal });
  wait();

  return {
    embla,
    isPlaying: () => playing,
    togglePlay() {
      playing = !playing;
      wait();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      clearTimeout(timer);
      leaving.abort();
      embla.destroy();
    },
  };
}

/** Slides snap to the page's margin, where the first slide starts. */
function firstSlideOffset(viewport: HTMLElement): number {
  const list = viewport.firstElementChild;
  return list ? Number.parseFloat(getComputedStyle(list).paddingInlineStart) : 0;
}
