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
            <span className="count-up" data-reveal>
              {value}
            </span>
            {unit && <span className="unit"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const { durationMs } = interfaceDefaults.reveal;

/** Counts the number in a figure up from 0 while it is revealed; leaves other elements and texts as they are. */
export function countUp(element: Element): void {
  const value = element.textContent ?? "";
  if (!(element instanceof HTMLSpanElement) || !Number.isInteger(Number(value))) return;
  // Keeps the unit after the number from moving.
  element.style.minInlineSize = `${element.offsetWidth}px`;
  const startedAt = performance.now();
  requestAnimationFrame(function step(time) {
    const part = Math.min(1, Math.max(0, time - startedAt) / durationMs);
    element.textContent = part < 1 ? String(Math.round(Number(value) * (1 - (1 - part) ** 3))) : value;
    if (part < 1) requestAnimationFrame(step);
  });
}
