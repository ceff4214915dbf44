import { Suspense } from "react";
import type { Payloads } from "../payload-types.ts";
import type { PageProps } from "../shell/page.ts";
import { PhoneDisplay } from "../shell/phone-display.tsx";
import { useSite } from "../shell/site.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { hyphenate } from "../ui/hyphenate.ts";
import { OpeningHours } from "../ui/opening-hours.tsx";
import { EnquiryForm } from "./kontakt/enquiry-form.tsx";
import { Place } from "./kontakt/place.tsx";
import { Privacy } from "./kontakt/privacy.tsx";
import { OpenSlots } from "./open-slots.tsx";

type Content = Payloads["kontakt"];

export function Page({ content, showBelowFold }: PageProps<Content>) {
  return (
    <div className="contact">
      <div className="contact-columns wrap">
        <header className="contact-head">
          <h1 tabIndex={-1}>{hyphenate(content.heading)}</h1>
          <p className="lead">{content.lead}</p>
          <Direct />
        </header>
        <section className="contact-form" id="formularz" aria-labelledby="form-heading">
          <h2 id="form-heading">{hyphenate(content.formHeading)}</h2>
          <p>{content.formLead}</p>
          <Suspense>
            <EnquiryForm content={content} />
          </Suspense>
        </section>
        <div className="contact-beside part">
          <OpenSlots slots={content.slots} />
          <Hours />
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

/** The phone and e-mail links, for contact without the form. */
function Direct() {
  const { email } = useSite();
  return (
    <div className="contact-direct">
      <PhoneDisplay />
      <div className="contact-email">
        <a href={`mailto:${email}`}>{email}</a>
        <CopyButton text={email} label="Kopiuj adres" done="Skopiowano adres e-mail." />
      </div>
    </div>
  );
}

function Hours() {
  const { openingHours, openingNote } = useSite();
  if (openingHours.length === 0) return null;
  return (
    <section aria-labelledby="hours">
      <h2 className="label" id="hours">
        Godziny treningów
      </h2>
      <OpeningHours lines={openingHours} />
      {openingNote && <p className="note">{openingNote}</p>}
    </section>
  );
}
