import type { Payloads } from "../../payloads.ts";
import { PageLink } from "../../shell/page-link.tsx";
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
          return <Row key={one.id} {...one} forWhom={forWhom} note={one.duration} bare={isBare(one)} />;
        })}
        {packages.map((one) => (
          <Row key={one.id} {...one} />
        ))}
      </ul>
      {priceNote && <p className="price-note">{priceNote}</p>}
    </section>
  );
}

/** A single item outside a list. */
const asSentence = (point: string) => `${point.charAt(0).toUpperCase()}${point.slice(1)}.`;

type RowProps = Omit<Content["packages"][number], "sample" | "forWhom"> & {
  forWhom: string | undefined;
  /** Of a service. */
  bare?: boolean;
};

/** Whether the price list says all there is about a service, so that it needs no section of its own. */
export function isBare({ lead, includes, forWhom, photo, example, opinions }: Service): boolean {
  return !lead && !photo && !example && includes.length + forWhom.length + opinions.length === 0;
}

function Row({ id, name, highlight, forWhom, price, note, bare }: RowProps) {
  return (
    <li className="cluster" id={bare ? id : undefined}>
      <div>
        <h3>{bare === false ? <PageLink to={`/oferta#${id}`}>{name}</PageLink> : name}</h3>
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
