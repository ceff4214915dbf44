import type { Payloads } from "../payloads.ts";
import { hyphenate } from "../ui/hyphenate.ts";
import { Section, type SectionProps } from "./page-frame.tsx";

type SectionHead = Omit<SectionProps, "children" | "className">;

/** A section with questions as native `details` elements. */
export function Faq({ questions, ...head }: SectionHead & Pick<Payloads["index"]["faq"], "questions">) {
  if (questions.length === 0) return null;
  return (
    <Section {...head} className="faq-section">
      <div className="faq">
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
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

/** A section with numbered steps; the style sheet draws the numbers with a counter. */
export function Steps({ steps, ...head }: SectionHead & Pick<Payloads["oferta"], "steps">) {
  if (steps.length === 0) return null;
  return (
    <Section {...head}>
      <ol className="steps">
        {steps.map(({ title, text, cost }) => (
          <li key={title}>
            <h3>{hyphenate(title)}</h3>
            <p>{text}</p>
            {cost && <p className="step-cost">{cost}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Points marked by a short line. */
export function Ticks({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks stack close">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
