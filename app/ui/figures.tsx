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
          <dd data-reveal>
            {value}
            {unit && <span className="unit"> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
