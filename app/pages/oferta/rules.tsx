import type { Payloads } from "../../payload-types.ts";

type RulesContent = Payloads["oferta"]["rules"];

/** What is agreed: what everybody asks first is open, what the law wants told is folded below. */
export function Rules({ rules }: { rules: RulesContent }) {
  const { cancellation, contraindications, payment, withdrawal, complaints, terms } = rules;
  const folded = [
    { id: "platnosc", heading: "Płatność", texts: payment },
    { id: "odstapienie", heading: "Odstąpienie od umowy", texts: withdrawal },
    { id: "reklamacje", heading: "Reklamacje", texts: complaints },
    { id: "regulamin", heading: "Regulamin strony i\u00a0formularza", texts: terms },
  ].filter(({ texts }) => texts !== undefined);
  return (
    <section className="wrap section rules" id="zasady" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Zasady</h2>
      <div className="prose">
        <h3>Odwoływanie treningów</h3>
        <Paragraphs texts={cancellation} />
      </div>
      <div className="prose">
        <h3>Kiedy najpierw do lekarza</h3>
        <Paragraphs texts={contraindications} />
      </div>
      {folded.length > 0 && (
        <div className="faq rules-more">
          {folded.map(({ id, heading, texts = [] }) => (
            <details key={id}>
              <summary>{heading}</summary>
              <div className="prose" id={id}>
                <Paragraphs texts={texts} />
              </div>
            </details>
          ))}
        </div>
      )}
    </section>
  );
}

function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}
