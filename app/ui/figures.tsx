import { useEffect, useRef } from "react";
import { interfaceDefaults } from "./defaults.ts";

interface Figure {
  readonly value: string;
  readonly unit?: string | undefined;
  readonly label: string;
}

/** Facts as large numbers. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ value, unit, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <CountUp value={value} />
            {unit && <span className="unit"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const { durationMs } = interfaceDefaults.reveal;

/**
 * A number that counts up once when it is scrolled into view. If it is visible from the start, is not a number, or the visitor
 * prefers reduced motion, it does not count.
 */
function CountUp({ value }: { value: string }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const span = element.current;
    const end = Number(value);
    if (!span || !Number.isInteger(end) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    let wasAway = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) {
        wasAway = true;
        return;
      }
      observer.disconnect();
      if (!wasAway) return;
      // A fixed width keeps the unit after the number from moving.
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
      if (frame === 0) return;
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
