interface Step {
  readonly title: string;
  readonly text: string;
}

/** Numbered steps; the style sheet draws the numbers with a counter. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
