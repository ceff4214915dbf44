import { createContext, use } from "react";
import type { FormState } from "../../enquiries/form.ts";
import { isOnline } from "../ui/online.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createDraftStore, type DraftStore } from "./draft-store.ts";
import type { LoadDocument } from "./load-guard.ts";
import { createLoadingBar, type LoadingBar } from "./loading-bar.ts";
import { createNavigation, type Navigation, type Visit } from "./navigation.ts";
import type { LoadPage } from "./page.ts";
import { createPageErrorStore, type PageError, type PageErrorStore } from "./page-error.ts";
import { createRequestClient, type RequestClient } from "./request-client.ts";

/** What shell and pages share beyond the life of one page. */
export interface Runtime {
  readonly bar: LoadingBar;
  readonly pageError: PageErrorStore;
  readonly navigation: Navigation;
  readonly client: RequestClient;
  /** Loads a page before it is clicked, if prefetching is allowed. */
  readonly prefetch: (path: string) => void;
  readonly draft: DraftStore;
  /** The enquiry's reference, when the thank-you page was reached without JavaScript. */
  readonly reference: string | undefined;
}

const RuntimeContext = createContext<Runtime | null>(null);

export const RuntimeProvider = RuntimeContext.Provider;

export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error("useRuntime needs a RuntimeProvider above it");
  return runtime;
}

export function createRuntime(options: {
  /** The document's first visit. */
  first: Visit;
  load: LoadPage;
  loadDocument?: LoadDocument;
  prefetch?: (path: string) => void;
  error?: PageError | undefined;
  /** The form as the server sent it back, when the enquiry was posted without JavaScript. */
  form?: FormState | undefined;
  /** Where the draft is stored beyond its document. */
  storage: BrowserStorage;
  reference?: string | undefined;
}): Runtime {
  const bar = createLoadingBar();
  const pageError = createPageErrorStore(options.error ?? null);
  const navigation = createNavigation({ ...options, bar, pageError });
  const client = createRequestClient({ bar, loadConfig: loadRuntimeConfig });
  return {
    bar,
    pageError,
    navigation,
    client,
    draft: createDraftStore({
      storage: options.storage,
      request: client.request,
      isOnline,
      now: Date.now,
      newKey,
      pathname: () => navigation.get().pathname,
      thank: (reference) => void navigation.go("/dziekujemy", { state: { reference } }),
      sentBack: options.form,
    }),
    prefetch: options.prefetch ?? (() => {}),
    reference: options.reference,
  };
}

function newKey(): string {
  // Not randomUUID, which requires https: the form must also work on a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

async function loadRuntimeConfig() {
  const response = await fetch("/runtime-config.json", { cache: "no-cache" });
  if (!response.ok) throw new Error(`runtime-config.json answered ${response.status}`);
  return response.json();
}
