import type { Payloads } from "../payloads.ts";
import type { PageProps } from "../shell/page.ts";
import { LinkItems } from "../shell/page-link.tsx";
import { Faq, Steps } from "./lists.tsx";
import { hasSection, PriceList, Service } from "./oferta/services.tsx";
import { ClosingCall, PageHeading, Paragraphs } from "./page-frame.tsx";

type Content = Payloads["oferta"];

const stepsHeading = "Jak przebiega współpraca";
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
          <Steps id="wspolpraca" heading={stepsHeading} steps={content.steps} />
          <Rules rules={content.rules} />
          <Faq id="pytania" heading={faqHeading} questions={content.faq} />
          <ClosingCall {...content.closing} />
        </>
      )}
    </div>
  );
}

/** Links to the sections that the price list does not link to. */
function OfferIndex({ steps, rules, faq }: Content) {
  const links = [
    { path: "/oferta#wspolpraca", label: stepsHeading, isShown: steps.length > 0 },
    { path: "/oferta#zasady", label: "Zasady", isShown: hasRules(rules) },
    { path: "/oferta#pytania", label: faqHeading, isShown: faq.length > 0 },
  ].filter(({ isShown }) => isShown);
  if (links.length === 0) return null;
  return (
    <nav className="offer-index links wrap" aria-label="Na tej stronie">
      <ul className="cluster">
        <LinkItems links={links} />
      </ul>
    </nav>
  );
}

type RulesContent = Payloads["oferta"]["rules"];

const hasRules = (rules: RulesContent) => Object.values(rules).some((texts) => texts !== undefined);

/** The rules: the important ones, open on wide screens, then the collapsed information that the law requires. */
function Rules({ rules }: { rules: RulesContent }) {
  if (!hasRules(rules)) return null;
  const parts = [
    { isOpen: true, heading: "Odwoływanie treningów", texts: rules.cancellation },
    { isOpen: true, heading: "Kiedy najpierw do lekarza", texts: rules.contraindications },
    { id: "platnosc", heading: "Płatność", texts: rules.payment },
    { id: "odstapienie", heading: "Odstąpienie od umowy", texts: rules.withdrawal },
    { id: "reklamacje", heading: "Reklamacje", texts: rules.complaints },
    { id: "regulamin", heading: "Regulamin strony i\u00a0formularza", texts: rules.terms },
  ];
  return (
    <section className="wrap section columns rules" id="zasady" aria-labelledby="rules-heading">
      <h2 id="rules-heading">Zasady</h2>
      <div className="faq">
        {parts.map(
          ({ id, heading, texts, isOpen }) =>
            texts && (
              <details key={heading} className={isOpen ? "phone-fold" : undefined}>
                <summary>{heading}</summary>
                <div className="prose" id={id}>
                  {isOpen && <h3>{heading}</h3>}
                  <Paragraphs texts={texts} />
                </div>
              </details>
            ),
        )}
      </div>
    </section>
  );
}
