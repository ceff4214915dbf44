import { useEffect } from "react";
import { interfaceDefaults } from "../ui/defaults.ts";
import type { LoadedPage } from "./page.ts";

/** Fades in elements with `data-reveal` when they are scrolled into view; elements already in view are left alone (B9.5). */
export function useReveal(page: LoadedPage | null, showBelowFold: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has different elements
  useEffect(() => {
    if (!showBelowFold || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          target.setAttribute("data-reveal", "shown");
          observer.unobserve(target);
        }
      },
      { rootMargin: `0px 0px -${interfaceDefaults.reveal.offsetPx}px` },
    );
    for (const part of document.querySelectorAll("[data-reveal]")) {
      if (part.getBoundingClientRect().top < innerHeight) continue;
      part.setAttribute("data-reveal", "waiting");
      observer.observe(part);
    }
    return () => observer.disconnect();
  }, [page, showBelowFold]);
}
