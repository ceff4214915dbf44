import { useEffect, useState } from "react";
import {
  type ContactResult,
  type ContactWay,
  contactResults,
  resultLabels,
} from "../../../enquiries/owner/contact.ts";
import { api, randomId } from "../api.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { useAction } from "../shell/use-action.ts";
import { forgetDraft, readDraft, writeDraft } from "./answer-drafts.ts";
import type { Inbox } from "./load.ts";

/** Call it when the owner leaves for an app of the phone. */
export const leaveFor = (reference: string, left: ContactWay) =>
  void writeDraft(reference, { text: readDraft(reference).text, left });

interface ComingBackProps {
  readonly enquiry: Pick<Inbox["enquiries"][number], "reference" | "state">;
  /** Called when the words of the draft were sent. */
  readonly onSent?: () => void;
}

/** Asks once, when the owner comes back from the phone's app, what came of it; nothing happens if that is ignored (C2.3). */
export function ComingBack({ enquiry, onSent }: ComingBackProps) {
  const { reference, state: from } = enquiry;
  const [asked, setAsked] = useState<{ id: string; way: ContactWay }>();
  const { error, busy, run } = useAction();

  // A phone may have closed the panel during the call, so a new page asks, too.
  useEffect(() => {
    function ask(): void {
      const { text, left } = readDraft(reference);
      if (document.hidden || left === undefined) return;
      writeDraft(reference, { text });
      setAsked({ id: randomId(), way: left });
    }
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, [reference]);

  async function tell(result: ContactResult): Promise<void> {
    if (!asked) return;
    const text = readDraft(reference).text.trim();
    const json = { ...asked, result, from, ...(text && { text }) };
    await api.enquiries[":reference"].contact.$post({ param: { reference }, json });
    if (result === "sent") forgetDraft(reference);
    if (result === "sent") onSent?.();
    setAsked(undefined);
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {asked ? question : null}
      </p>
      {asked ? (
        <fieldset className="choice" aria-busy={busy}>
          <legend className="label">{question}</legend>
          {contactResults
            .filter((result) => asked.way !== "call" || result !== "sent")
            .map((result) => (
              <Button key={result} busy={busy} onClick={() => void run(() => tell(result))}>
                {resultLabels[result]}
              </Button>
            ))}
          <Button onClick={() => setAsked(undefined)}>nic</Button>
          <ErrorMessage>{error}</ErrorMessage>
        </fieldset>
      ) : null}
    </>
  );
}

const question = "Jak poszło?";
