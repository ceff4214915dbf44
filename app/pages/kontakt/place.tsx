import type { Payloads } from "../../payload-types.ts";
import { useSite } from "../../shell/site.tsx";
import { hyphenate } from "../../ui/hyphenate.ts";
import { Picture } from "../../ui/picture.tsx";

/** Where the training takes place: how to get there and what it looks like. */
export function Place({ placeHeading, route, directions, photos }: Payloads["kontakt"]) {
  const { address, areaServed, mapAddress } = useSite();
  return (
    <section className="wrap section place" aria-labelledby="place">
      <div className="place-words">
        <h2 id="place">{hyphenate(placeHeading)}</h2>
        <address>
          {address.streetAddress}
          <br />
          {address.postalCode} {address.addressLocality}
        </address>
        <p>{route}</p>
        <dl>
          {directions.map(({ by, text }) => (
            <div key={by}>
              <dt>{by}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {areaServed.length > 0 && (
            <div>
              <dt>Obszar dojazdu</dt>
              <dd>{areaServed.join(", ")}</dd>
            </div>
          )}
        </dl>
        <p className="place-links">
          <a className="arrow-link" href={mapAddress} rel="noopener noreferrer">
            Wyznacz trasę
          </a>
          <a className="arrow-link" href="/wizytowka.vcf" download>
            Zapisz wizytówkę w telefonie
          </a>
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="place-photos" data-count={photos.length}>
          {photos.map(({ photo, caption }) => (
            <li key={photo.base}>
              <figure>
                <Picture picture={photo} sizes="(min-width: 992px) 58vw, 100vw" />
                <figcaption className="note">{caption}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
