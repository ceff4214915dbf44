import type { Payloads } from "../payloads.ts";

/** Questions as native `details` elements. */
export function Faq({ questions }: Pick<Payloads["index"]["faq"], "questions">) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

/** Facts as large numbers. */
export function Figures({ figures }: Pick<Payloads["osiagniecia"], "figures">) {
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

/** Numbered steps; the style sheet draws the numbers with a counter. */
export function Steps({ steps }: Pick<Payloads["oferta"], "steps">) {
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

/** Points marked by a short line. */
export function Ticks({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
