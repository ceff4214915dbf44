import type { Payloads } from "../payloads.ts";
import type { PageProps } from "../shell/page.ts";
import { PageLink } from "../shell/page-link.tsx";
import { Faq, Steps } from "./lists.tsx";
import { hasSection, PriceList } from "./oferta/price-list.tsx";
import { Service } from "./oferta/service.tsx";
import { ClosingCall, PageHeading, Paragraphs, SectionHead } from "./page-frame.tsx";

type Content = Payloads["oferta"];

const faqHeading = "Pytania i\u00a0odpowiedzi";

export function Page({ content, showBelowFold }: PageProps<Content>) {
  return (
    <div className="offer">
      <PageHeading heading={content.heading} lead={content.lead} />
      <PriceList {...content} />
      {showBelowFold && (
        <>
          <OfferIndex {...content} />
          {content.services.filter(hasSection).map((service) => (
            <Service key={service.id} service={service} />
          ))}
          {content.steps.length > 0 && (
            <section className="wrap section" id="wspolpraca" aria-labelledby="steps-heading">
              <SectionHead id="steps-heading" heading="Jak przebiega współpraca" />
              <Steps steps={content.steps} />
            </section>
          )}
          <Rules rules={content.rules} />
          {content.faq.length > 0 && (
            <section className="wrap section faq-section" id="pytania" aria-labelledby="faq-heading">
              <SectionHead id="faq-heading" heading={faqHeading} />
              <Faq questions={content.faq} />
            </section>
          )}
          <ClosingCall {...content.closing} />
        </>
      )}
    </div>
  );
}

/** Links to the sections that the price list does not link to. */
function OfferIndex({ steps, rules, faq }: Content) {
  const links = [
    ...(steps.length > 0 ? [{ id: "wspolpraca", name: "Jak przebiega współpraca" }] : []),
    ...(hasRules(rules) ? [{ id: "zasady", name: "Zasady" }] : []),
    ...(faq.length > 0 ? [{ id: "pytania", name: faqHeading }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <nav className="offer-index links wrap" aria-label="Na tej stronie">
      <ul className="cluster">
        {links.map(({ id, name }) => (
          <li key={id}>
            <PageLink to={`/oferta#${id}`}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type RulesContent = Payloads["oferta"]["rules"];

const hasRules = (rules: RulesContent) => Object.values(rules).some((texts) => texts !== undefined);

/** The rules: the important ones, open on wide screens, then the collapsed information that the law requires. */
function Rules({ rules }: { rules: RulesContent }) {
  const { cancellation, contraindications, payment, withdrawal, complaints, terms } = rules;
  const folded = [
    { id: "platnosc", heading: "Płatność", texts: payment },
    { id: "odstapienie", heading: "Odstąpienie od umowy", texts: withdrawal },
    { id: "reklamacje", heading: "Reklamacje", texts: complaints },
    { id: "regulamin", heading: "Regulamin strony i\u00a0formularza", texts: terms },
  ].filter(({ texts }) => texts !== undefined);
  if (!hasRules(rules)) return null;
  return (
    <section className="wrap section rules" id="zasady" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Zasady</h2>
      <div className="faq">
        {cancellation && <Open heading="Odwoływanie treningów" texts={cancellation} />}
        {contraindications && <Open heading="Kiedy najpierw do lekarza" texts={contraindications} />}
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

function Open({ heading, texts }: { heading: string; texts: readonly string[] }) {
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
