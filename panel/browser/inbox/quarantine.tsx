import { api } from "../api.ts";
import { ActionButton, ErrorMessage } from "../shell/action-button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load-enquiry.ts";

/** Why an enquiry is in quarantine, with the button that releases it. */
export function Quarantine({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { error, buttonProps } = useAction();
  const param = { reference: enquiry.reference };
  return (
    <div className="notice next stack">
      <p>
        <strong>W kwarantannie:</strong> {enquiry.reasons.join(", ")}. Osoba, która pisze, o tym nie wie.
      </p>
      <ActionButton kind="main" {...buttonProps(() => api.enquiries[":reference"].release.$post({ param }))}>
        To nie spam
      </ActionButton>
      <ErrorMessage>{error}</ErrorMessage>
    </div>
  );
}
