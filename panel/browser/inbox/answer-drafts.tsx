import { useEffect, useState } from "react";
import { browserStorage } from "../../../app/ui/browser-storage.ts";
import {
  type ContactResult,
  type ContactWay,
  contactResults,
  resultLabels,
} from "../../../enquiries/owner/contact.ts";
import type { EnquiryState } from "../../../enquiries/owner/inbox.ts";
import { api, randomId } from "../api.ts";
import { Button, type useUndo } from "../shell/button.tsx";

/** Every changed text gets a new `id`. `left`: how the owner left to contact the person; the result is still to be asked. */
type Draft = { id: string; text: string; left?: ContactWay | undefined; at: number };

const storageKey = "panel:answers";
const keptMs = 7 * 24 * 60 * 60_000;

const storage = browserStorage("localStorage");

/** Reads the drafts of the last week, and forgets older ones (T14). Without storage a draft lasts as long as the page. */
function readAll(): Record<string, Draft> {
  const all = Object.entries<Draft>((storage.read(storageKey) as Record<string, Draft> | null) ?? {});
  const kept = all.filter(([, { at }]) => Date.now() - at < keptMs);
  if (kept.length < all.length) writeAll(Object.fromEntries(kept));
  return Object.fromEntries(kept);
}

const writeAll = (drafts: Record<string, Draft>) => storage.write(storageKey, drafts);

export const readDraft = (key: string): Draft => readAll()[key] ?? { id: randomId(), text: "", at: 0 };

export function writeDraft(reference: string, { text, left }: Pick<Draft, "text" | "left">): Draft {
  const before = readDraft(reference);
  const draft = { id: before.text === text ? before.id : randomId(), text, left, at: Date.now() };
  writeAll({ ...readAll(), [reference]: draft });
  return draft;
}

/**
 * Forgets a draft and what a ready answer has replaced in it. With `sent`, only if it still has that id: what was typed since has
 * another. Without it, the note begun beside it goes, too.
 */
export function forgetDraft(key: string, sent?: string): void {
  if (sent !== undefined && readDraft(key).id !== sent) return;
  const gone = [key, replacedKey(key), ...(sent === undefined ? [noteKey(key)] : [])];
  writeAll(Object.fromEntries(Object.entries(readAll()).filter(([other]) => !gone.includes(other))));
}

/** The keys of a note's draft and of a text that a ready answer has replaced; an answer's is the reference alone. */
export const noteKey = (reference: string) => `${reference} note`;
export const replacedKey = (reference: string) => `${reference} replaced`;
export const newEnquiryKey = "new enquiry";

/** The ids of the drafts of a kind; their keys are kind and id. */
export const draftedIds = (kind: string) =>
  Object.keys(readAll()).flatMap((key) => (key.startsWith(kind) ? key.slice(kind.length) : []));

export const forgetAllDrafts = () => writeAll({});

/** `sent`: what may have the draft's id because the response was lost. */
export function useDraft(key: string, sent: readonly { readonly id: string }[]) {
  const [draft, setDraft] = useState(() => readDraft(key));
  const isSent = sent.some(({ id }) => id === draft.id);
  // Otherwise the same words would be sent under a used id, and a message from the phone would be noted with them.
  useEffect(() => {
    if (isSent) forgetDraft(key, draft.id);
  }, [isSent, key, draft.id]);
  return {
    id: draft.id,
    text: isSent ? "" : draft.text,
    change: (text: string) => setDraft(writeDraft(key, { text })),
    forget(): void {
      forgetDraft(key, draft.id);
      setDraft((latest) => (latest.id === draft.id ? readDraft(key) : latest));
    },
  };
}

/** Call when the owner opens the phone's call or message app. `ContactFollowUp` asks for the result later. */
export const startContact = (reference: string, left: ContactWay) =>
  void writeDraft(reference, { text: readDraft(reference).text, left });

/** `busy` and `run` are of a component that stays when the enquiry is gone from the screen. */
interface ContactFollowUpProps extends Pick<ReturnType<typeof useUndo>, "busy" | "run"> {
  readonly reference: string;
  readonly state: EnquiryState;
  /** `note` is the id of what was written down, `text` what was drafted. */
  readonly onTold?: (result: ContactResult, note: string, text: string) => void;
}

/** Asks once for the result when the owner returns from the phone's app. The owner may ignore the question (C2.3). */
export function ContactFollowUp({ reference, state: from, busy, run, onTold }: ContactFollowUpProps) {
  const [asked, setAsked] = useState<{ id: string; way: ContactWay; draft: Draft }>();

  // The phone may have closed the panel during the call, so a newly loaded page asks too.
  useEffect(() => {
    function ask(): void {
      const draft = readDraft(reference);
      if (document.hidden || draft.left === undefined) return;
      writeDraft(reference, { text: draft.text });
      // Keeps the draft: it may be forgotten after a lost response, and a second tap must send the same id.
      setAsked({ id: randomId(), way: draft.left, draft });
    }
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, [reference]);

  async function tell(result: ContactResult): Promise<void> {
    if (!asked) return;
    const { draft, way } = asked;
    const text = draft.text.trim();
    const id = result === "sent" ? draft.id : `${asked.id}-${result}`;
    const json = { id, way, result, from, ...(text && { text }) };
    await api.enquiries[":reference"].contact.$post({ param: { reference }, json });
    if (result === "sent") forgetDraft(reference, id);
    setAsked(undefined);
    onTold?.(result, id, draft.text);
  }

  return (
    <>
      <output className="visually-hidden">{asked ? question : null}</output>
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
          <Button busy={busy} onClick={() => void run(async () => setAsked(undefined))}>
            nic
          </Button>
        </fieldset>
      ) : null}
    </>
  );
}

const question = "Jak poszło?";
