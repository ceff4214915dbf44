import { createContext, use } from "react";
import type { FormState } from "../../enquiries/form.ts";
import type { LoadDocument } from "./load-guard.ts";
import { createLoadingBar, type LoadingBar } from "./loading-bar.ts";
import { createNavigation, type Navigation, type Visit } from "./navigation.ts";
import type { LoadPage } from "./page.ts";
import { createPageErrorStore, type PageError, type PageErrorStore } from "./page-error.ts";
import type { Prefetch } from "./prefetch.ts";
import { createRequestClient, type RequestClient } from "./request-client.ts";

/** What the shell and the pages use that lives longer than one page. */
export interface Runtime {
  readonly bar: LoadingBar;
  readonly pageError: PageErrorStore;
  readonly navigation: Navigation;
  readonly client: RequestClient;
  readonly prefetch: Prefetch;
  /** The form as the server sent it back, when the enquiry was posted without JavaScript. */
  readonly form: FormState | undefined;
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
  /** What the document shows. */
  first: Visit;
  load: LoadPage;
  loadDocument?: LoadDocument;
  prefetch?: Prefetch;
  error?: PageError | undefined;
  form?: FormState | undefined;
  reference?: string | undefined;
}): Runtime {
  const bar = createLoadingBar();
  const pageError = createPageErrorStore(options.error ?? null);
  return {
    bar,
    pageError,
    navigation: createNavigation({ ...options, bar, pageError }),
    client: createRequestClient({ bar, loadConfig: loadRuntimeConfig }),
    prefetch: options.prefetch ?? { onVisible() {}, onHover() {} },
    form: options.form,
    reference: options.reference,
  };
}

async function loadRuntimeConfig() {
  const response = await fetch("/runtime-config.json", { cache: "no-cache" });
  if (!response.ok) throw new Error(`runtime-config.json answered ${response.status}`);
  return response.json();
}
