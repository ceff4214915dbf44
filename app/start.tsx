import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createLoadPage } from "./load-page.ts";
import { pageModules } from "./page-modules.ts";
import type { InitialState, SitePayload } from "./payload-types.ts";
import { Root } from "./root.tsx";
import { browserStorage } from "./shell/browser-storage.ts";
import { keepTapsFromReact } from "./shell/keep-taps-from-react.ts";
import { createLoadDocument, openDocument } from "./shell/load-guard.ts";
import { currentVisitState, firstVisit } from "./shell/navigation.ts";
import { loadManifest, loadPayload } from "./shell/payloads.ts";
import { createPrefetch } from "./shell/prefetch.ts";
import { createRuntime } from "./shell/runtime.tsx";
import { registerServiceWorker } from "./shell/service-worker-registration.ts";
import { loadStyles } from "./shell/styles.ts";

/** Starts the app in a pre-rendered document. If something cannot be loaded, it rejects before changing anything. */
export async function start(): Promise<void> {
  const { manifest: manifestAddress } = document.documentElement.dataset;
  const manifest = await loadManifest<SitePayload>(manifestAddress ?? "");
  const initial = readInitialState();
  const loadPage = createLoadPage({
    modules: pageModules,
    prerendered: new Set(Object.keys(manifest.payloads)),
    loadPayload: (path, name) => loadPayload(manifest.payloads[path] ?? "", name),
    loadStyles,
  });
  const { pathname, search, hash } = location;
  const page = initial.error ? null : await loadPage(pathname, search);
  const runtime = createRuntime({
    ...initial,
    first: firstVisit(page, { pathname, search, hash, state: currentVisitState() }),
    load: loadPage,
    loadDocument: createLoadDocument({
      storage: browserStorage("sessionStorage"),
      now: Date.now,
      open: openDocument,
    }),
    prefetch: createPrefetch(loadPage),
    storage: browserStorage("localStorage"),
  });
  addEventListener("popstate", runtime.navigation.onPopState);
  const root = document.getElementById("root");
  if (!root) return;
  const onHydrated = keepTapsFromReact();
  startTransition(() => {
    hydrateRoot(root, <Root site={manifest.site} runtime={runtime} onHydrated={onHydrated} />);
  });
  void registerServiceWorker();
}

function readInitialState(): InitialState {
  const text = document.getElementById("initial-state")?.textContent;
  return text ? (JSON.parse(text) as InitialState) : {};
}
