import createEmbla from "embla-carousel";
import { interfaceDefaults } from "./defaults.ts";
import { createStore } from "./store.ts";

export type StartedSlider = ReturnType<typeof startSlider>;

/** Turns a scrolling strip into a slider that plays unless `root` is hovered, focused or out of view (B9.7). */
export function startSlider(root: HTMLElement, viewport: HTMLElement) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const embla = createEmbla(viewport, {
    align: () => firstSlideOffset(viewport),
    containScroll: "trimSnaps",
    duration: still ? 0 : 25,
  });
  const { get, set, subscribe } = createStore({ at: embla.selectedScrollSnap(), playing: !still });
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    clearTimeout(timer);
    if (get().playing) timer = setTimeout(advance, interfaceDefaults.slider.autoplayMs);
  };
  const advance = () => {
    if (document.hidden || root.matches(":hover, :focus-within")) return wait();
    if (embla.canScrollNext()) embla.scrollNext();
    else embla.scrollTo(0);
    wait();
  };
  const follow = () => set({ ...get(), at: embla.selectedScrollSnap() });
  embla.on("select", follow).on("select", wait).on("reInit", follow);
  const leaving = new AbortController();
  root.addEventListener("pointerleave", wait, { signal: leaving.signal });
  root.addEventListener("focusout", wait, { signal: leaving.signal });
  wait();

  return {
    embla,
    get,
    subscribe,
    togglePlay() {
      set({ ...get(), playing: !get().playing });
      wait();
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
