import type { Payloads } from "../payload-types.ts";
import type { PageProps } from "../shell/page.ts";
import { PageLink } from "../shell/page-link.tsx";
import { Faq } from "../ui/faq.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { Picture } from "../ui/picture.tsx";
import { Steps } from "../ui/steps.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { PageHeading } from "./page-heading.tsx";
import { ServicePrice } from "./service-price.tsx";

type Content = Payloads["oferta"];

const faqHeading = "Pytania i\u00a0odpowiedzi";

export function Page({ content, showBelowFold }: PageProps<Content>) {
  return (
    <div className="offer">
      <PageHeading heading={content.heading} lead={content.lead} />
      <div className="offer-body wrap">
        <OfferIndex {...content} />
        <div className="offer-services">
          {content.services.slice(0, showBelowFold ? content.services.length : 1).map((service) => (
            <Service key={service.id} service={service} />
          ))}
        </div>
      </div>
      {showBelowFold && (
        <>
          <section className="wrap section" id="wspolpraca" aria-labelledby="steps-heading">
            <div className="section-head">
              <h2 id="steps-heading">Jak przebiega współpraca</h2>
            </div>
            <Steps steps={content.steps} />
          </section>
          <section className="wrap section rules" id="zasady" aria-labelledby="rules-heading">
            <h2 id="rules-heading">Zasady</h2>
            <div className="prose">
              <h3>Odwoływanie spotkań</h3>
              {content.rules.cancellation.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <div className="prose">
              <h3>Kiedy najpierw do lekarza</h3>
              {content.rules.contraindications.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </section>
          {content.faq.length > 0 && (
            <section className="wrap section offer-faq" id="pytania" aria-labelledby="faq-heading">
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

function OfferIndex({ services, faq }: Content) {
  const links = [
    ...services.map(({ id, name }) => ({ id, name })),
    { id: "wspolpraca", name: "Jak przebiega współpraca" },
    { id: "zasady", name: "Zasady" },
    ...(faq.length > 0 ? [{ id: "pytania", name: faqHeading }] : []),
  ];
  return (
    <nav className="offer-index" aria-label="Na tej stronie">
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

function Service({ service }: { service: Content["services"][number] }) {
  return (
    <article className="service" id={service.id} data-reveal>
      <div className="service-picture">
        <Picture picture={service.photo} sizes="(min-width: 992px) 72vw, 100vw" />
      </div>
      <h2>{hyphenate(service.name)}</h2>
      <p className="lead">{service.lead}</p>
      <table className="facts">
        <tbody>
          <tr>
            <th scope="row">Cena</th>
            <td>
              <ServicePrice price={service.price} />
            </td>
          </tr>
          <tr>
            <th scope="row">Czas</th>
            <td>{service.duration}</td>
          </tr>
          <tr>
            <th scope="row">Co zawiera</th>
            <td>
              <ul className="ticks">
                {service.includes.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </td>
          </tr>
          <tr>
            <th scope="row">Dla Ciebie, jeśli</th>
            <td>
              <ul>
                {service.forWhom.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
}
