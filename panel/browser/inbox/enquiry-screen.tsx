import { useEffect, useState } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router";
import { api } from "../api.ts";
import { Appointments } from "../appointments/appointment.tsx";
import { formatFully } from "../format.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Fact } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { Answer } from "./answer.tsx";
import { EmailStatus } from "./email-status.tsx";
import { Handling } from "./handling.tsx";
import type { EnquiryData, loadEnquiry } from "./load.ts";
import { Notes } from "./notes.tsx";
import { PersonalData } from "./personal-data.tsx";

/** One enquiry: the message, the contact links, and the owner's state, reminder and notes. */
export function EnquiryScreen() {
  const data = useLoaderData<typeof loadEnquiry>();
  const { enquiry, now } = data;
  const [sent, setSent] = useState(0);
  const { search, state } = useLocation();
  useMarkAsRead(enquiry);
  return (
    // The key discards a note begun for one person when another enquiry opens beside the list.
    <Screen
      key={enquiry.reference}
      title={enquiry.name}
      windowTitle={`Zapytanie ${enquiry.reference}`}
      back={state?.back ?? { to: { pathname: "/zapytania", search }, label: "Zapytania" }}
    >
      <p className="quiet">
        <time dateTime={enquiry.receivedAt}>{formatFully(enquiry.receivedAt, now)}</time> ·{" "}
        <span className="figure nowrap">numer {enquiry.reference}</span>
      </p>
      {enquiry.status === "quarantined" ? <Quarantine enquiry={enquiry} /> : null}
      <div className="enquiry-body">
        <div className="reading">
          <p className="message">{enquiry.message}</p>
          <dl className="facts">
            <Fact label="Temat" value={enquiry.goal} />
            <Fact label="Kiedy się odezwać" value={enquiry.preferredTime} />
            <Fact label="Telefon" value={enquiry.phoneText} />
            <Fact label="E-mail" value={enquiry.email && <EmailAddress>{enquiry.email}</EmailAddress>} />
          </dl>
        </div>
        {enquiry.status === "quarantined" ? null : <Answer key={sent} {...data} />}
        <Handling {...data} onSent={() => setSent(sent + 1)} />
        <div className="rest">
          <Appointments {...data} />
          <Notes {...data} />
          <EmailStatus {...data} />
          <PersonalData enquiry={enquiry} />
        </div>
      </div>
    </Screen>
  );
}

/** Marks an opened enquiry as read, in a separate request because a GET changes nothing. */
function useMarkAsRead({ reference, readAt }: EnquiryData["enquiry"]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (readAt !== null) return;
    api.enquiries[":reference"].read.$post({ param: { reference } }).then(
      () => revalidate(),
      // It stays unread until the next visit.
      () => {},
    );
  }, [reference, readAt, revalidate]);
}

/** An e-mail address that wraps before its @ if it must. */
function EmailAddress({ children }: { readonly children: string }) {
  const [name, host] = children.split("@");
  return (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}

/** Why an enquiry is in quarantine, with the button that releases it. */
function Quarantine({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { error, buttonProps } = useAction();
  const param = { reference: enquiry.reference };
  return (
    <div className="notice next stack">
      <p>
        <strong>W kwarantannie:</strong> {enquiry.reasons.join(", ")}. Osoba, która pisze, o tym nie wie.
      </p>
      <Button kind="main" {...buttonProps(() => api.enquiries[":reference"].release.$post({ param }))}>
        To nie spam
      </Button>
      <ErrorMessage>{error}</ErrorMessage>
    </div>
  );
}
