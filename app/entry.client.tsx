import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  RouterProvider,
} from "react-router";
import { createLoadPage, type LoadPage } from "./load-page.ts";
import type { InitialState, SitePayload } from "./payload-types.ts";
import { createRoutes, pagesRouteId } from "./router.tsx";
import { routeAt } from "./routes.ts";
import { followNavigation } from "./shell/follow-navigation.ts";
import { createReloadGuard } from "./shell/load-guard.ts";
import { toPageError } from "./shell/page-error.ts";
import { createPayloadLoader, loadManifest } from "./shell/payloads.ts";
import { createPrefetch } from "./shell/prefetch.ts";
import { createRuntime, RuntimeProvider } from "./shell/runtime.tsx";
import { SiteProvider } from "./shell/site.tsx";
import { loadStyles, prefetchStyles } from "./shell/styles.ts";

async function start(): Promise<void> {
  const { manifest: manifestAddress } = document.documentElement.dataset;
  const manifest = await loadManifest<SitePayload>(manifestAddress ?? "");
  const initial = readInitialState();
  const reload = createReloadGuard({
    storage: sessionStorage,
    now: Date.now,
    reload: (address) => location.assign(address),
  });
  const source = {
    prerendered: new Set(Object.keys(manifest.payloads)),
    loadPayload: createPayloadLoader(manifest),
    loadStyles,
  };
  const load = createLoadPage({ ...source, reload });
  const fetchAhead = createLoadPage({ ...source, loadStyles: prefetchStyles });
  const first = await loadFirstView(initial, load);
  const runtime = createRuntime({
    ...initial,
    error: first.error,
    prefetch: createPrefetch(async (path) => {
      const route = routeAt(path);
      if (route) await fetchAhead(route);
    }),
  });
  // createBrowserRouter is these three, but in a module that brings 4 kB (brotli) of unused components with it.
  const router = createRouter({
    routes: createRoutes(load),
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationData: {
      loaderData: first.loaderData,
      ...(first.error && { errors: { [pagesRouteId]: first.error } }),
    },
  }).initialize();
  followNavigation(router, runtime);
  const root = document.getElementById("root");
  if (!root) return;
  const app = (
    <SiteProvider value={manifest.site}>
      <RuntimeProvider value={runtime}>
        <RouterProvider router={router} onError={runtime.pageError.set} />
      </RuntimeProvider>
    </SiteProvider>
  );
  if (first.error === initial.error) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

/** What the document already shows, as the app needs it; a failure replaces it by the error page. */
async function loadFirstView(initial: InitialState, load: LoadPage) {
  const route = routeAt(location.pathname);
  if (initial.error || !route) return { loaderData: {}, error: initial.error };
  try {
    return { loaderData: { [route.name]: await load(route) }, error: undefined };
  } catch (fault) {
    return { loaderData: {}, error: toPageError(fault) };
  }
}

function readInitialState(): InitialState {
  const text = document.getElementById("initial-state")?.textContent;
  return text ? (JSON.parse(text) as InitialState) : {};
}

void start();
