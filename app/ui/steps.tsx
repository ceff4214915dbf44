interface Step {
  readonly title: string;
  readonly text: string;
  readonly cost?: string | undefined;
}

/** Numbered steps; the style sheet draws the numbers with a counter. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, text, cost }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          {cost && <p className="step-cost">{cost}</p>}
        </li>
      ))}
    </ol>
  );
}
