import type { Payloads } from "../../payloads.ts";
import { hyphenate } from "../../ui/hyphenate.ts";
import { Picture } from "../../ui/picture.tsx";
import { Ticks } from "../lists.tsx";
import { Opinions } from "../opinions.tsx";
import { ServicePrice } from "../service-price.tsx";
import { AskLink } from "./price-list.tsx";

type ServiceContent = Payloads["oferta"]["services"][number];

export function Service({ service }: { service: ServiceContent }) {
  const { id, name, lead, includes, forWhom, price, duration, photo, example, opinions } = service;
  const hasLists = includes.length + forWhom.length > 0;
  return (
    <article className="service section" id={id} data-reveal>
      {photo && (
        <div className="service-picture landscape">
          <Picture picture={photo} sizes="(min-width: 992px) 42vw, 100vw" />
        </div>
      )}
      <div className="service-text stack">
        <h2>{hyphenate(name)}</h2>
        {lead && <p className="lead">{lead}</p>}
        <div className="service-offer cluster">
          <p>
            <ServicePrice price={price} />
            {duration && <span className="note">{duration}</span>}
          </p>
          <AskLink id={id} name={name} className="button" />
        </div>
        {(hasLists || example) && (
          <div className="faq">
            {hasLists && (
              <details className="phone-fold">
                <summary>{`Co zawiera i\u00a0dla kogo`}</summary>
                <div className="service-lists">
                  <Points heading="Co zawiera" points={includes} />
                  <Points heading="Dla Ciebie, jeśli" points={forWhom} />
                </div>
              </details>
            )}
            {example && <Example example={example} />}
          </div>
        )}
        <Opinions opinions={opinions} />
      </div>
    </article>
  );
}

/** An example week of a training plan or day of a menu. */
function Example({ example }: { example: NonNullable<ServiceContent["example"]> }) {
  return (
    <details className="example">
      <summary>{example.label}</summary>
      <p>{example.intro}</p>
      <div className="example-parts">
        {example.parts.map(({ title, note, entries }) => (
          <section key={title}>
            <h3>
              {title} {note && <span className="note">{note}</span>}
            </h3>
            <ul>
              {entries.map(({ name, amount }) => (
                <li key={name}>
                  <span>{name}</span> {amount && <span className="amount">{amount}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {example.note && <p className="note">{example.note}</p>}
    </details>
  );
}

function Points({ heading, points }: { heading: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <h3>{heading}</h3>
      <Ticks points={points} />
    </div>
  );
}
