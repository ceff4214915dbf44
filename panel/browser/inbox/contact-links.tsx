import type { EnquiryData } from "./load-enquiry.ts";

/** The ways back to the visitor, as links of the phone itself; the call comes first. */
export function ContactLinks({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { phone, email, reference } = enquiry;
  const subject = encodeURIComponent(`Twoja wiadomość ${reference}`);
  return (
    <div className="contact">
      {phone ? (
        <>
          <a className="button main call" href={`tel:${phone}`}>
            Zadzwoń
          </a>
          <a className="button" href={`sms:${phone}`}>
            SMS
          </a>
          <a
            className="button"
            href={`https://wa.me/${phone.replace("+", "")}`}
            rel="noreferrer"
            target="_blank"
          >
            WhatsApp
          </a>
        </>
      ) : null}
      {email ? (
        <a className={phone ? "button" : "button main call"} href={`mailto:${email}?subject=${subject}`}>
          E-mail
        </a>
      ) : null}
    </div>
  );
}
