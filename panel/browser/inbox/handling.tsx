import type { EnquiryData } from "./load.ts";
import { NextStep } from "./next-step.tsx";
import { StateChoice } from "./state-choice.tsx";

/** What the owner does about an enquiry: call or write, set its state and its next step. */
export function Handling(data: EnquiryData) {
  const { enquiry } = data;
  return (
    <div className="handling">
      <ContactLinks enquiry={enquiry} />
      {enquiry.status === "quarantined" ? null : (
        <>
          <StateChoice enquiry={enquiry} />
          <NextStep {...data} />
        </>
      )}
    </div>
  );
}

/** Links to call or write to the visitor; the call comes first. */
function ContactLinks({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { phone, email, status } = enquiry;
  // Not the main action for suspected spam.
  const call = status === "quarantined" ? "button wide" : "button main wide call";
  return (
    <>
      <a className={call} href={contactUrl(enquiry)}>
        {phone ? "Zadzwoń" : "Napisz e-mail"}
      </a>
      {phone ? (
        <div className="contact">
          <a className="button" href={`sms:${phone}`}>
            SMS
          </a>
          <a className="button" href={`https://wa.me/${phone.slice(1)}`} rel="noreferrer" target="_blank">
            WhatsApp
          </a>
          {email ? (
            <a className="button" href={mailUrl(enquiry)}>
              E-mail
            </a>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

type Contact = Pick<EnquiryData["enquiry"], "phone" | "email" | "reference">;

const mailUrl = ({ email, reference }: Contact) =>
  `mailto:${email}?subject=${encodeURIComponent(`Twoja wiadomość ${reference}`)}`;

/** Calls, or writes to somebody without a number. */
export const contactUrl = (contact: Contact) => (contact.phone ? `tel:${contact.phone}` : mailUrl(contact));
