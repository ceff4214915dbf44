import type { Payloads } from "../../payload-types.ts";

type RulesContent = Payloads["oferta"]["rules"];

/** The terms: common questions, open on wide screens, followed by the collapsed information that the law requires. */
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
      <div className="faq">
        <Open heading="Odwoływanie treningów" texts={cancellation} />
        <Open heading="Kiedy najpierw do lekarza" texts={contraindications} />
        {folded.map(({ id, heading, texts = [] }) => (
          <details key={id}>
            <summary>{heading}</summary>
            <div className="prose" id={id}>
              <Paragraphs texts={texts} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

type Texts = { texts: readonly string[] };

function Open({ heading, texts }: Texts & { heading: string }) {
  return (
    <details className="phone-fold">
      <summary>{heading}</summary>
      <div className="prose">
        <h3>{heading}</h3>
        <Paragraphs texts={texts} />
      </div>
    </details>
  );
}

function Paragraphs({ texts }: Texts) {
  return texts.map((text) => <p key={text}>{text}</p>);
}
