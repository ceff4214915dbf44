import { useSyncExternalStore } from "react";
import { createStore } from "../../../app/ui/store.ts";
import { errorText } from "../api.ts";
import { randomId } from "../random-id.ts";
import { type Sent, sendPhoto } from "./send-photo.ts";
import { shrink } from "./shrink.ts";

export interface Upload {
  readonly id: string;
  readonly name: string;
  /** An object URL of the local file. */
  readonly preview: string;
  readonly state:
    | { readonly kind: "queued" | "preparing" | "waiting" | "working" }
    | { readonly kind: "sending"; readonly part: number }
    | Sent;
}

const uploads = createStore<readonly Upload[]>([]);
let last: Promise<unknown> = Promise.resolve();

/** Uploads photographs one by one, also while other screens are open. Returns the final state of each. */
export function upload(files: readonly File[]): Promise<readonly Upload["state"][]> {
  const added = files.map((file) => {
    const id = randomId();
    uploads.set([
      ...uploads.get(),
      { id, name: file.name, preview: URL.createObjectURL(file), state: { kind: "queued" } },
    ]);
    const sent = last.then(() => send(id, file));
    last = sent;
    return sent;
  });
  return Promise.all(added);
}

async function send(id: string, file: File): Promise<Upload["state"]> {
  try {
    setState(id, { kind: "preparing" });
    const photo = await shrink(file);
    const sent = await sendPhoto(photo, file.name, (part) =>
      setState(id, typeof part === "number" ? { kind: "sending", part } : { kind: part }),
    );
    return setState(id, sent);
  } catch (error) {
    return setState(id, { kind: "refused", words: errorText(error) });
  }
}

/** Removes finished uploads from the list. */
export function removeFinished(): void {
  const isFinished = ({ state }: Upload) => state.kind === "stored" || state.kind === "refused";
  for (const { preview } of uploads.get().filter(isFinished)) URL.revokeObjectURL(preview);
  uploads.set(uploads.get().filter((one) => !isFinished(one)));
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.get);
}

function setState(id: string, state: Upload["state"]): Upload["state"] {
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, state } : one)));
  return state;
}
