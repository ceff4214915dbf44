import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createLoadPage } from "./load-page.ts";
import type { InitialState } from "./payload-types.ts";
import type { SitePayload } from "./payloads.ts";
import { Root } from "./root.tsx";
import { createLoadDocument, loadJson, withLoadTimeout } from "./shell/load-guard.ts";
import { currentVisitState, firstVisit } from "./shell/navigation.ts";
import type { StatusError } from "./shell/page-error.ts";
import { createPrefetch, currentConnection, whenIdle } from "./shell/prefetch.ts";
import { createRuntime } from "./shell/runtime.tsx";
import { browserStorage } from "./ui/browser-storage.ts";
import { workerAddress } from "./ui/worker-address.ts";

/** The static manifest: what all pages share, and the address of the payload file for each pre-rendered path. */
interface StaticManifest {
  readonly site: SitePayload;
  readonly payloads: Readonly<Record<string, string>>;
}

/** Starts the app in a document pre-rendered for `address`. If something cannot be loaded, it rejects before changing anything. */
export async function start(address: string): Promise<void> {
  const { manifest: manifestAddress = "", late = "" } = document.documentElement.dataset;
  const manifest = (await loadJson("manifest", manifestAddress)) as StaticManifest;
  await withLoadTimeout("styles", stylesOfOtherPages(late));
  const initial = readInitialState();
  const loadPage = createLoadPage({
    prerendered: new Set(Object.keys(manifest.payloads)),
    loadPayload: (path, name) => loadJson(`${name}.payload`, manifest.payloads[path] ?? ""),
  });
  const { pathname, search } = new URL(address);
  let refusal: unknown;
  const page = initial.error
    ? null
    : await loadPage(pathname, search).catch((error: StatusError) => {
        // A static host sends the page even if its route refuses the query. It is hydrated as it came, then the refusal replaces it (B6.3).
        if (error.statusCode !== 404) throw error;
        refusal = error;
        return loadPage(pathname);
      });
  const runtime = createRuntime({
    ...initial,
    site: manifest.site,
    first: firstVisit(page, { pathname, search, hash: location.hash, state: currentVisitState() }),
    load: loadPage,
    loadDocument: createLoadDocument(browserStorage("sessionStorage")),
    prefetch: createPrefetch(loadPage),
    storage: browserStorage("localStorage"),
  });
  // Going back right after a reload leads to another page's address without a new document, and nothing has followed it so far.
  if (location.pathname !== pathname || location.search !== search) return location.reload();
  addEventListener("popstate", runtime.navigation.onPopState);
  const root = document.getElementById("root") as HTMLElement;
  const giveTapsToReact = keepTapsFromReact();
  const onHydrated = () => {
    giveTapsToReact();
    if (refusal) runtime.pageError.set(refusal);
    // Pages that are shown later are not refused.
    refusal = undefined;
  };
  startTransition(() => {
    hydrateRoot(root, <Root runtime={runtime} onHydrated={onHydrated} />);
  });
  void registerServiceWorker();
}

/** Waits for the style sheet that `app/boot.js` has requested, and that it removes if it cannot be loaded. */
function stylesOfOtherPages(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${address}"]`);
    const fail = () => reject(new Error(`${address} could not be loaded`));
    if (!link) return fail();
    if (link.sheet) return resolve();
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", fail);
  });
}

function readInitialState(): InitialState {
  const text = document.getElementById("initial-state")?.textContent;
  return text ? (JSON.parse(text) as InitialState) : {};
}

/**
 * Until the returned function is called, the browser handles taps: links, forms and menus work without the app. A tap that reaches React
 * during hydration makes it hydrate everything at once instead of in slices, which is a long task on a slow phone.
 */
function keepTapsFromReact(): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  const pointer = ["touchstart", "touchend", "pointerdown", "pointerup", "mousedown", "mouseup"];
  for (const type of [...pointer, "click", "dblclick"]) {
    addEventListener(type, (event) => event.stopPropagation(), options);
  }
  return () => listening.abort();
}

/**
 * Caches the pages for offline use once the typeface is shown (which waits until nobody taps or types) and the browser is idle. Not if
 * the visitor saves data.
 */
async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || currentConnection()?.saveData) return;
  const typeface: (HTMLElement & { shown?: Promise<void> }) | null = document.getElementById("typeface");
  await typeface?.shown;
  // Failure (private window, no https) only means that no pages are available offline.
  const address = workerAddress("service-worker", "/sw.js");
  whenIdle(() => void navigator.serviceWorker.register(address).catch(() => {}));
}
