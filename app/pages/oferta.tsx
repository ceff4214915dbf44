import type { Payloads } from "../payload-types.ts";
import type { PageProps } from "../shell/page.ts";
import { PageLink } from "../shell/page-link.tsx";
import { Faq } from "../ui/faq.tsx";
import { Steps } from "../ui/steps.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { PriceList } from "./oferta/price-list.tsx";
import { Rules } from "./oferta/rules.tsx";
import { Service } from "./oferta/service.tsx";
import { PageHeading } from "./page-heading.tsx";

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
          {content.services.map((service) => (
            <Service key={service.id} service={service} />
          ))}
          <section className="wrap section" id="wspolpraca" aria-labelledby="steps-heading">
            <div className="section-head">
              <h2 id="steps-heading">Jak przebiega współpraca</h2>
            </div>
            <Steps steps={content.steps} />
          </section>
          <Rules rules={content.rules} />
          {content.faq.length > 0 && (
            <section className="wrap section faq-section" id="pytania" aria-labelledby="faq-heading">
              <div className="section-head">
                <h2 id="faq-heading">{faqHeading}</h2>
              </div>
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
function OfferIndex({ faq }: Content) {
  const links = [
    { id: "wspolpraca", name: "Jak przebiega współpraca" },
    { id: "zasady", name: "Zasady" },
    ...(faq.length > 0 ? [{ id: "pytania", name: faqHeading }] : []),
  ];
  return (
    <nav className="offer-index links wrap" aria-label="Na tej stronie">
      <ul>
        {links.map(({ id, name }) => (
          <li key={id}>
            <PageLink to={`/oferta#${id}`}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
