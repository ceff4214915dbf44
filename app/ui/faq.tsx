/** Questions that open one at a time, as native `details` elements. */
export function Faq({ questions }: { questions: readonly { question: string; answer: string }[] }) {
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
