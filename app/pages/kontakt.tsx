import { Suspense } from "react";
import { formatDate } from "../../content-model/format-date.ts";
import type { Payloads } from "../payloads.ts";
import { AddressLines, OpeningHours } from "../shell/footer.tsx";
import type { PageProps } from "../shell/page.ts";
import { useSite } from "../shell/runtime.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DefinitionList } from "../ui/definition-list.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { Picture } from "../ui/picture.tsx";
import { wrapping } from "../ui/wrapping.tsx";
import { EnquiryForm } from "./kontakt/enquiry-form.tsx";
import { OpenSlots } from "./open-slots.tsx";
import { Paragraphs, PhoneDisplay } from "./page-frame.tsx";

export function Page({ content, showBelowFold }: PageProps<Payloads["kontakt"]>) {
  const { face } = useSite();
  return (
    <div className="contact">
      <div className="contact-columns wrap">
        <header className="contact-head stack">
          <h1 tabIndex={-1}>{hyphenate(content.heading)}</h1>
          <p className="lead">{content.lead}</p>
          <DirectContact />
        </header>
        <section className="contact-form stack" id="formularz" aria-labelledby="form-heading">
          <h2 id="form-heading">{hyphenate(content.formHeading)}</h2>
          <p className={face && "face cluster"}>
            {face && <Picture picture={face} sizes="5rem" />}
            {content.formLead}
          </p>
          <Suspense>
            <EnquiryForm content={content} />
          </Suspense>
        </section>
        <div className="contact-beside stack part">
          <OpenSlots slots={content.slots} />
          <OpeningHours />
        </div>
      </div>
      {showBelowFold && (
        <>
          <Place {...content} />
          <Suspense>
            <Privacy privacy={content.privacy} />
          </Suspense>
        </>
      )}
    </div>
  );
}

function DirectContact() {
  const { email, callNote } = useSite();
  return (
    <div className="stack close">
      <PhoneDisplay />
      {callNote && <p>{callNote}</p>}
      {email && (
        <div className="contact-email cluster">
          <a href={`mailto:${email}`}>{wrapping(email)}</a>
          <CopyButton text={email} label="Kopiuj adres" done={"Skopiowano adres e\u2060-\u2060mail."} />
        </div>
      )}
    </div>
  );
}

/** Where the training takes place: how to get there and what it looks like. */
function Place({ placeHeading, route, directions, photos }: Payloads["kontakt"]) {
  const { areaServed, mapAddress } = useSite();
  // A town alone is not enough: the footer already shows it.
  if (!mapAddress && !route && directions.length + photos.length + areaServed.length === 0) return null;
  return (
    <section className="wrap section columns venue" aria-labelledby="place">
      <div className="place-text stack">
        <h2 id="place">{hyphenate(placeHeading)}</h2>
        <address>
          <AddressLines />
        </address>
        {route && <p>{route}</p>}
        <DefinitionList
          rows={[...directions.map(({ by, text }) => [by, text] as const), ["Dojeżdżam", areaServed]]}
        />
        <p className="place-links cluster">
          {mapAddress && (
            <a className="arrow-link" href={mapAddress} rel="noopener noreferrer">
              Wyznacz trasę
            </a>
          )}
          <a className="arrow-link" href="/wizytowka.vcf" download>
            Zapisz wizytówkę w&nbsp;telefonie
          </a>
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="place-photos landscape stack bleed" data-count={photos.length}>
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

/** The collapsed privacy notice. Browsers open it for a link to its hash. */
function Privacy({ privacy }: Pick<Payloads["kontakt"], "privacy">) {
  const { heading, objection, sections, updated } = privacy;
  return (
    <section className="wrap section" aria-labelledby="privacy-heading">
      <div className="faq privacy">
        <details>
          <summary>
            <h2 id="privacy-heading">{hyphenate(heading)}</h2>
          </summary>
          <div className="privacy-text" id="prywatnosc">
            {sections.map(({ heading, paragraphs }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <Paragraphs texts={paragraphs} />
              </div>
            ))}
            {objection && <p className="objection">{objection}</p>}
            <p className="note">
              Ostatnia zmiana: <time dateTime={updated}>{formatDate(updated)}</time>
            </p>
          </div>
        </details>
      </div>
    </section>
  );
}
