import type { Payloads } from "../../payloads.ts";
import { PageLink } from "../../shell/page-link.tsx";
import { hyphenate } from "../../ui/hyphenate.ts";
import { ServicePrice } from "../service-price.tsx";

type Content = Payloads["oferta"];
type Service = Content["services"][number];

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
  `${point.charAt(0).toUpperCase()}${point.slice(1)}${/[.!?…]$/.test(point) ? "" : "."}`;

type RowProps = Omit<Content["packages"][number], "sample" | "forWhom"> & {
  forWhom: string | undefined;
  /** Whether a service has a section of its own; undefined for packages. */
  section?: boolean;
};

/** Whether a service has a section of its own, because it has more than the price list shows. */
export function hasSection({ lead, includes, forWhom, photo, example, opinions }: Service): boolean {
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

/** A link to the form with this service or package selected. */
export function AskLink({ id, name, className }: { id: string; name: string; className: string }) {
  return (
    <PageLink className={className} to={`/kontakt?cel=${id}#formularz`} aria-label={`Zapytaj: ${name}`}>
      Zapytaj
    </PageLink>
  );
}
