import type { RequestedDate } from "../../enquiries/booking.ts";
import type { FormErrors, FormState, FormValues } from "../../enquiries/form.ts";
import { type Contact, refusalNotice } from "../../enquiries/notices.ts";
import type { BrowserStorage } from "../ui/browser-storage.ts";
import { createStore } from "../ui/store.ts";
import * as after from "./enquiry-draft.ts";
import { type EnquiryDraft, emptyDraft, hasText } from "./enquiry-draft.ts";
import { type RequestClient, RequestError, type ServiceResponse } from "./request-client.ts";

export interface DraftStoreDeps {
  readonly storage: BrowserStorage;
  readonly request: RequestClient["request"];
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly pathname: () => string;
  readonly contact: Contact;
  /** Shows the thank-you page. */
  readonly thank: (reference: string, date: RequestedDate | undefined) => void;
  /** Called when somebody else has taken the date. */
  readonly onTaken: () => void;
  readonly sentBack?: FormState | undefined;
}

type Answer = { reference?: string; errors?: FormErrors; date?: RequestedDate };

/** Holds and sends the enquiry that the visitor is writing, independently of the form's page (B10.4). */
export function createDraftStore(deps: DraftStoreDeps) {
  const { storage, request, isOnline, now, newKey, pathname, contact, thank, onTaken, sentBack } = deps;
  const first = sentBack ? draftOf(sentBack, newKey()) : emptyDraft;
  const inFlight = new Set<string>();
  const { get, set: show, subscribe } = createStore(sentBack ? first : restored());
  if (hasText(first.values)) saveDraft(storage, first, now());

  /** Restores the stored draft. If it was being sent when the document closed, sends it again; its key prevents duplicates. */
  function restored(): EnquiryDraft {
    const kept = loadDraft(storage, now());
    const draft = { ...emptyDraft, ...kept, resumed: kept !== undefined };
    return draft.phase === "sending" ? { ...draft, phase: "waiting", unsure: true } : draft;
  }

  function apply(next: EnquiryDraft): void {
    const before = get();
    if (next === before) return;
    if (!hasText(next.values)) removeDraft(storage, before.key);
    else if (next.key !== before.key || next.phase !== before.phase) saveDraft(storage, next, now());
    show(next);
  }

  const type = (values: FormValues) => apply(after.typed(get(), values, newKey()));

  async function post(extra: object, { quiet, waits }: { quiet: boolean; waits: boolean }): Promise<void> {
    const { values, key } = get();
    if (inFlight.has(key)) return;
    inFlight.add(key);
    // From now on it may have arrived. Another tab may have stored a newer text.
    if (quiet && isOnline() && !get().unsure && loadDraft(storage, now())?.key === key)
      saveDraft(storage, { ...get(), unsure: true }, now());
    try {
      const body = { ...values, ...extra, key };
      const response = await request("/api/enquiries", { method: "POST", body, progress: !quiet });
      // A proxy's answer: the service may have acted.
      if ([502, 504].includes(response.status)) throw new RequestError("The answer was lost");
      settle(key, values.slot, response);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (waits || !isOnline()) apply(after.unanswered(get(), key));
      else apply(after.refused(get(), key, { notice: refusalNotice(undefined, contact), unsure: true }));
    } finally {
      inFlight.delete(key);
    }
  }

  function settle(key: string, slot: string | undefined, response: ServiceResponse): void {
    const { status, header } = response;
    const { reference, errors = {}, date } = Object(response.body) as Answer;
    if (status === 409) onTaken();
    if (status !== 201 || reference === undefined) {
      const wait = Number(header("Retry-After")) || undefined;
      // Only an answer about the words or the date tells what became of an earlier try.
      const unsure = ![409, 422].includes(status) && get().unsure;
      const notice = status === 422 ? undefined : refusalNotice(unsure ? undefined : status, contact, wait);
      apply(after.refused(get(), key, { errors, notice, unsure }));
      return;
    }
    const typedSince = get().key !== key && hasText(get().values);
    // A date that no e-mail tells is told by that page alone.
    const thanks = (date?.byEmail === false || pathname() === "/kontakt") && !typedSince;
    const arrived = { reference, pathname: thanks ? "/dziekujemy" : pathname() };
    apply(after.confirmed(get(), key, arrived));
    if (thanks) thank(reference, date);
    // The date is theirs now: the newer text would be refused if it asked for it again.
    else if (date && get().values.slot === slot && !inFlight.has(get().key)) {
      const { values, phase } = get();
      type({ ...values, slot: "" });
      if (phase === "waiting") apply({ ...after.submitted(get(), "waiting"), arrived });
    }
  }

  return {
    /** The draft that the document was rendered with, without the browser's stored one. */
    first,
    get,
    subscribe,
    /** Records that the form was opened with these values in its fields. */
    open: (values: FormValues) => apply(after.opened(get(), values, newKey())),
    type,
    reject: (errors: FormErrors) => apply(after.invalid(get(), errors)),
    clear: () => apply(emptyDraft),
    /** Sends the draft at the visitor's request, with the elapsed time and the honeypot. */
    async send({ elapsedMs, honeypot }: { elapsedMs: number; honeypot: object }): Promise<void> {
      const { phase, resumed } = get();
      const waits = phase === "waiting";
      if (!waits && !isOnline()) return apply(after.submitted(get(), "waiting"));
      const timed = !waits && !resumed;
      apply(after.submitted(get(), "sending"));
      await post({ ...honeypot, ...(timed && { elapsedMs }) }, { quiet: false, waits });
    },
    /** Sends a waiting draft in the background. Shows only success or rejection. */
    async retry(): Promise<void> {
      if (get().phase === "waiting") await post({}, { quiet: true, waits: true });
    },
  };
}

function draftOf(sentBack: FormState, key: string): EnquiryDraft {
  return { ...sentBack, key, phase: sentBack.notice === undefined ? "typing" : "failed", resumed: true };
}

/** `boot.js` looks for it, too. */
const draftStorageKey = "enquiry-draft";
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

type StoredDraft = Pick<EnquiryDraft, "values" | "key" | "phase" | "unsure">;

/** Stores the draft for a week (B10.4). */
export function saveDraft(storage: BrowserStorage, draft: StoredDraft, now: number): void {
  const { values, key, phase, unsure } = draft;
  storage.write(draftStorageKey, { values, key, phase, unsure, at: now });
}

/** Removes the draft with this key; another tab may have stored a different one in the meantime. */
export function removeDraft(storage: BrowserStorage, key: string): void {
  if (Object(storage.read(draftStorageKey)).key === key) storage.remove(draftStorageKey);
}

/** Loads the stored draft. Removes it if it is too old. */
export function loadDraft(storage: BrowserStorage, now: number): StoredDraft | undefined {
  const { at, ...draft } = Object(storage.read(draftStorageKey)) as StoredDraft & { at: number };
  if (now - at < maxAgeMs) return draft;
  storage.remove(draftStorageKey);
  return undefined;
}
