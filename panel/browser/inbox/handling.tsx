import { Button } from "../shell/button.tsx";
import { ComingBack, leaveFor } from "./coming-back.tsx";
import type { EnquiryData } from "./load.ts";
import { NextStep } from "./next-step.tsx";
import { StateChoice } from "./state-choice.tsx";

type HandlingProps = EnquiryData & {
  /** Called when the words of the draft were sent. */
  readonly onSent: () => void;
};

/** What the owner does about an enquiry: call or write, set its state and its next step. */
export function Handling(data: HandlingProps) {
  const { enquiry, onSent } = data;
  const { reference, phone, status } = enquiry;
  // Not the main action for suspected spam.
  if (status === "quarantined")
    return phone ? (
      <a className="button" href={`tel:${phone}`}>
        Zadzwoń
      </a>
    ) : null;
  return (
    <div className="handling">
      <div className="call">
        <ComingBack enquiry={enquiry} onSent={onSent} />
        {phone ? (
          <a className="button main wide" href={`tel:${phone}`} onClick={() => leaveFor(reference, "call")}>
            Zadzwoń
          </a>
        ) : (
          <Button kind="main wide" onClick={() => document.getElementById("answer")?.focus()}>
            Napisz e-mail
          </Button>
        )}
      </div>
      <StateChoice enquiry={enquiry} />
      <NextStep {...data} />
    </div>
  );
}

type Contact = Pick<EnquiryData["enquiry"], "phone" | "email" | "reference">;

/** A link to the mail program of the phone. */
export const mailUrl = ({ email, reference }: Contact) =>
  `mailto:${email}?subject=${encodeURIComponent(`Twoja wiadomość ${reference}`)}`;

/** Calls, or writes to somebody without a number. */
export const contactUrl = (contact: Contact) => (contact.phone ? `tel:${contact.phone}` : mailUrl(contact));
