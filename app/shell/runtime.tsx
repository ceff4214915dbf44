import { createContext, use, useSyncExternalStore } from "react";
import type { Slot } from "../../enquiries/booking.ts";
import type { InitialState } from "../payload-types.ts";
import type { SitePayload } from "../payloads.ts";
import type { BrowserStorage } from "../ui/browser-storage.ts";
import { isOnline } from "../ui/online.ts";
import { createStore } from "../ui/store.ts";
import { createDraftStore } from "./draft-store.ts";
import type { EnquiryDraft } from "./enquiry-draft.ts";
import { type LoadDocument, loadJson } from "./load-guard.ts";
import { createLoadingBar } from "./loading-bar.ts";
import { createNavigation, type Visit } from "./navigation.ts";
import type { LoadedPage, LoadPage } from "./page.ts";
import { createPageErrorStore } from "./page-error.ts";
import { createRequestClient, type RequestClient, type RuntimeConfig } from "./request-client.ts";

export type Runtime = ReturnType<typeof createRuntime>;

/** `Root` sets it for everything that it renders. */
export const RuntimeContext = createContext(null as unknown as Runtime);

export const useRuntime = (): Runtime => use(RuntimeContext);

/** Objects that the shell and the pages share and that outlive a page. */
export function createRuntime(
  options: InitialState & {
    site: SitePayload;
    first: Visit;
    load: LoadPage;
    loadDocument?: LoadDocument;
    /** Loads a page before it is clicked, if prefetching is allowed. */
    prefetch?: (path: string) => Promise<LoadedPage | null>;
    /** Stores the draft across documents. */
    storage: BrowserStorage;
  },
) {
  const bar = createLoadingBar();
  const pageError = createPageErrorStore(options.error ?? null);
  const navigation = createNavigation({ ...options, bar, pageError });
  const client = createRequestClient({
    bar,
    // Asks again even if a static host lets browsers keep it, because the service may have moved (B7.4).
    loadConfig: async () =>
      (await loadJson("runtime-config", "/runtime-config.json", { cache: "no-cache" })) as RuntimeConfig,
  });
  const { prefetch = async () => null } = options;
  const likelyPage = createStore<LoadedPage | null>(null);
  let likelyPath = "";
  const slots = createSlots(client.request, options.slots);
  return {
    bar,
    pageError,
    navigation,
    draft: createDraftStore({
      storage: options.storage,
      request: client.request,
      isOnline,
      now: Date.now,
      // Not randomUUID, which requires https: the form must also work on a home network.
      newKey: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
      pathname: () => navigation.get().pathname,
      contact: { phone: options.site.phone?.label ?? "", email: options.site.email ?? "" },
      thank: (reference, date) => void navigation.go("/dziekujemy", { state: { reference, date } }),
      onTaken: slots.load,
      sentBack: options.form,
    }),
    prefetch,
    /** The page that the pointer was last on a link to. */
    likelyPage,
    /** Renders a page out of sight, because it is likely to be opened next. Slower pages of earlier links no longer count. */
    async prepare(path: string): Promise<void> {
      likelyPath = path;
      const page = await prefetch(path);
      if (path === likelyPath) likelyPage.set(page);
    },
    site: options.site,
    reference: options.reference,
    date: options.date,
    slots,
  };
}

/** The dates that are free, once they are known; `first` came with the document. A static host has none: then nothing changes. */
function createSlots(request: RequestClient["request"], first: readonly Slot[] | undefined) {
  const store = createStore(first);
  return {
    ...store,
    first,
    /** False without an answer. */
    async load(): Promise<boolean> {
      const answer = await request("/api/slots", { progress: false }).catch(() => undefined);
      const { slots } = Object(answer?.body) as { slots?: readonly Slot[] };
      if (answer?.status === 200 && Array.isArray(slots)) store.set(slots);
      return answer !== undefined && answer.status < 500;
    },
  };
}

/** The facts that every page shares: name, phone, address, menu. */
export const useSite = (): SitePayload => useRuntime().site;

/** Selects a value from the current visit. Re-renders only when it changes, so `select` must not create a new object each time. */
export function useVisit<Selected>(select: (visit: Visit) => Selected): Selected {
  const { navigation } = useRuntime();
  return useSyncExternalStore(
    navigation.subscribe,
    () => select(navigation.get()),
    () => select(navigation.first),
  );
}

export function useDraft(): EnquiryDraft {
  const { draft } = useRuntime();
  return useSyncExternalStore(draft.subscribe, draft.get, () => draft.first);
}

/** The free dates; undefined until they are known. */
export function useSlots(): readonly Slot[] | undefined {
  const { slots } = useRuntime();
  return useSyncExternalStore(slots.subscribe, slots.get, () => slots.first);
}
