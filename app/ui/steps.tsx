interface Step {
  readonly title: string;
  readonly text: string;
}

/** Numbered steps; the numbers are drawn by the style sheet from the list itself. */
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
