import { useState } from "react";
import { browserStorage } from "../../../app/ui/browser-storage.ts";
import type { ContactWay } from "../../../enquiries/owner/contact.ts";
import { randomId } from "../api.ts";

/** A changed text is a new answer with an `id` of its own. `left`: the app that was opened, of which the panel still has to ask. */
type Draft = { id: string; text: string; left?: ContactWay | undefined; at: number };

const storageKey = "panel:answers";
const keptMs = 7 * 24 * 60 * 60_000;

const storage = browserStorage("localStorage");

/** Those of the last week. Without storage a draft lasts as long as the page. */
function readAll(): Record<string, Draft> {
  const all = Object.entries<Draft>((storage.read(storageKey) as Record<string, Draft> | null) ?? {});
  return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < keptMs));
}

const writeAll = (drafts: Record<string, Draft>) => storage.write(storageKey, drafts);

/** The draft of an answer to an enquiry, empty if there is none. */
export const readDraft = (reference: string): Draft =>
  readAll()[reference] ?? { id: randomId(), text: "", at: 0 };

/** Stores a draft and returns it. */
export function writeDraft(reference: string, { text, left }: Pick<Draft, "text" | "left">): Draft {
  const before = readDraft(reference);
  const draft = { id: before.text === text ? before.id : randomId(), text, left, at: Date.now() };
  writeAll({ ...readAll(), [reference]: draft });
  return draft;
}

/** Call it when the enquiry was answered or erased. */
export function forgetDraft(reference: string): void {
  const { [reference]: _, ...others } = readAll();
  writeAll(others);
}

export const forgetAllDrafts = () => writeAll({});

/** The answer to an enquiry while it is written. */
export function useAnswer({ reference, emails }: { reference: string; emails: readonly { id: string }[] }) {
  const [draft, setDraft] = useState(() => readDraft(reference));
  // It may have been sent although its response was lost.
  const isSent = emails.some(({ id }) => id === draft.id);
  return {
    id: draft.id,
    text: isSent ? "" : draft.text,
    change: (text: string) => setDraft(writeDraft(reference, { text })),
    forget(): void {
      forgetDraft(reference);
      setDraft(readDraft(reference));
    },
  };
}
