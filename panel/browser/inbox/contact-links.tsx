import type { EnquiryData } from "./load-enquiry.ts";

/** Links to call or write to the visitor; the call comes first. */
export function ContactLinks({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { phone, email, reference, status } = enquiry;
  // Not the main action for suspected spam.
  const call = status === "quarantined" ? "button wide" : "button main wide call";
  const subject = encodeURIComponent(`Twoja wiadomość ${reference}`);
  const write = `mailto:${email}?subject=${subject}`;
  return (
    <>
      {phone ? (
        <a className={call} href={`tel:${phone}`}>
          Zadzwoń
        </a>
      ) : null}
      {phone ? (
        <div className="contact">
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
          {email ? (
            <a className="button" href={write}>
              E-mail
            </a>
          ) : null}
        </div>
      ) : (
        <a className={call} href={write}>
          Napisz e-mail
        </a>
      )}
    </>
  );
}
