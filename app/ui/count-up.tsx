import { useEffect, useRef } from "react";
import { interfaceDefaults } from "./defaults.ts";

const { durationMs } = interfaceDefaults.reveal;

/** A number that counts up once when it comes into sight; words, and everybody who wants less motion, get it at once. */
export function CountUp({ value }: { value: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const span = element.current;
    const end = Number(value);
    if (!span || !Number.isInteger(end) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // The unit behind the number shall not move with it.
      span.style.minInlineSize = `${span.offsetWidth}px`;
      const startedAt = performance.now();
      frame = requestAnimationFrame(function step(time) {
        const part = Math.min(1, Math.max(0, time - startedAt) / durationMs);
        span.textContent = String(Math.round(end * (1 - (1 - part) ** 3)));
        if (part < 1) frame = requestAnimationFrame(step);
      });
    });
    observer.observe(span);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      span.textContent = value;
    };
  }, [value]);
  return (
    <span className="count-up" ref={element}>
      {value}
    </span>
  );
}
