import type { Payloads } from "../../payloads.ts";
import { PageLink } from "../../shell/page-link.tsx";
import { hyphenate } from "../../ui/hyphenate.ts";
import { Picture } from "../../ui/picture.tsx";
import { Ticks } from "../lists.tsx";
import { Opinions } from "../opinions.tsx";
import { ServicePrice } from "../service-price.tsx";

type Content = Payloads["oferta"];
type ServiceContent = Content["services"][number];

/** All prices in one table, each with its audience and a link to the form. */
export function PriceList({ services, packages, priceNote }: Content) {
  if (services.length + packages.length === 0) return null;
  return (
    <section className="wrap prices" id="cennik" aria-labelledby="prices-heading">
      <h2 className="visually-hidden" id="prices-heading">
        Cennik
      </h2>
      <ul>
        {services.map((one) => {
          const [forWhom] = one.forWhom.map(asSentence);
          return (
            <Row key={one.id} {...one} forWhom={forWhom} note={one.duration} section={hasSection(one)} />
          );
        })}
        {packages.map((one) => (
          <Row key={one.id} {...one} />
        ))}
      </ul>
      {priceNote && <p className="price-note">{priceNote}</p>}
    </section>
  );
}

const asSentence = (point: string) =>
  `${point.charAt(0).toUpperCase()}${point.slice(1)}${/[.!?…]\p{Cf}*$/u.test(point) ? "" : "."}`;

type RowProps = Omit<Content["packages"][number], "sample" | "forWhom"> & {
  forWhom: string | undefined;
  /** Whether a service has a section of its own; undefined for packages. */
  section?: boolean;
};

/** Whether a service has a section of its own, because it has more than the price list shows. */
export function hasSection({ lead, includes, forWhom, photo, example, opinions }: ServiceContent): boolean {
  return Boolean(lead || photo || example) || includes.length + forWhom.length + opinions.length > 0;
}

function Row({ id, name, highlight, forWhom, price, note, section }: RowProps) {
  return (
    <li className="cluster" id={section === false ? id : undefined}>
      <div>
        <h3>{section ? <PageLink to={`/oferta#${id}`}>{hyphenate(name)}</PageLink> : hyphenate(name)}</h3>
        {highlight && <p className="highlight">{highlight}</p>}
      </div>
      <p>{forWhom}</p>
      <p className="row-price">
        <ServicePrice price={price} />
        {note && <span className="note">{note}</span>}
      </p>
      <AskLink id={id} name={name} className="button quiet" />
    </li>
  );
}

function AskLink({ id, name, className }: { id: string; name: string; className: string }) {
  return (
    <PageLink className={className} to={`/kontakt?cel=${id}#formularz`} aria-label={`Zapytaj: ${name}`}>
      Zapytaj
    </PageLink>
  );
}

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
                  <span>{name}</span> {amount && <span className="note">{amount}</span>}
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
