import { Suspense } from "react";
import { formatDate } from "../../content-model/format-date.ts";
import type { Payloads } from "../payload-types.ts";
import type { PageProps } from "../shell/page.ts";
import { PhoneDisplay } from "../shell/phone-display.tsx";
import { useSite } from "../shell/site.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { OpeningHours } from "../ui/opening-hours.tsx";
import { Picture } from "../ui/picture.tsx";
import { EnquiryForm } from "./kontakt/enquiry-form.tsx";

type Content = Payloads["kontakt"];

export function Page({ content, showBelowFold }: PageProps<Content>) {
  return (
    <div className="contact">
      <div className="contact-columns wrap">
        <header className="contact-head">
          <h1 tabIndex={-1}>{hyphenate(content.heading)}</h1>
          <p className="lead">{content.lead}</p>
        </header>
        <Ways route={content.route} />
        <section className="contact-form" id="formularz" aria-labelledby="form-heading">
          <h2 id="form-heading">{hyphenate(content.formHeading)}</h2>
          <p>{content.formLead}</p>
          <Suspense>
            <EnquiryForm
              goals={content.goals}
              clause={content.informationClause}
              title={content.meta.title}
            />
          </Suspense>
        </section>
      </div>
      {showBelowFold && (
        <>
          {content.photo && (
            <div className="contact-picture">
              <Picture picture={content.photo} sizes="(min-width: 576px) 100vw, 120vw" />
            </div>
          )}
          <Suspense>
            <Privacy privacy={content.privacy} />
          </Suspense>
        </>
      )}
    </div>
  );
}

function Ways({ route }: { route: string }) {
  const site = useSite();
  const { address } = site;
  return (
    <div className="contact-ways">
      <PhoneDisplay />
      <div className="contact-email">
        <a href={`mailto:${site.email}`}>{site.email}</a>
        <CopyButton text={site.email} label="Kopiuj adres" done="Skopiowano adres e-mail." />
      </div>
      {site.openingHours.length > 0 && (
        <div>
          <h2 className="label">Godziny</h2>
          <OpeningHours lines={site.openingHours} />
          {site.openingNote && <p className="note">{site.openingNote}</p>}
        </div>
      )}
      <div>
        <h2 className="label">Miejsce</h2>
        <address>
          {address.streetAddress}
          <br />
          {address.postalCode} {address.addressLocality}
        </address>
        <p className="note">{route}</p>
        <p>
          <a className="arrow-link" href={site.mapAddress} rel="noopener noreferrer">
            Wyznacz trasę
          </a>
        </p>
        <p>
          <a className="arrow-link" href="/wizytowka.vcf" download>
            Zapisz wizytówkę w telefonie
          </a>
        </p>
      </div>
    </div>
  );
}

function Privacy({ privacy }: Pick<Content, "privacy">) {
  return (
    <section className="wrap section privacy" id="prywatnosc" aria-labelledby="privacy-heading">
      <h2 id="privacy-heading">{hyphenate(privacy.heading)}</h2>
      <div className="prose">
        {privacy.sections.map(({ heading, paragraphs }) => (
          <div key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        ))}
        <p className="note">
          Ostatnia zmiana: <time dateTime={privacy.updated}>{formatDate(privacy.updated)}</time>
        </p>
      </div>
    </section>
  );
}
