import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  RouterProvider,
} from "react-router";
import { createLoadPage } from "./load-page.ts";
import type { InitialState, SitePayload } from "./payload-types.ts";
import { createRoutes, pagesRouteId } from "./router.tsx";
import { routeAt } from "./routes.ts";
import { followNavigation } from "./shell/follow-navigation.ts";
import { createReloadGuard } from "./shell/load-guard.ts";
import { createPayloadLoader, loadManifest } from "./shell/payloads.ts";
import { createPrefetch } from "./shell/prefetch.ts";
import { createRuntime, RuntimeProvider } from "./shell/runtime.tsx";
import { registerServiceWorker } from "./shell/service-worker-registration.ts";
import { SiteProvider } from "./shell/site.tsx";
import { loadStyles, prefetchStyles } from "./shell/styles.ts";

/**
 * Brings the app to life in a pre-rendered document. It rejects when a part of it cannot be had, and has changed nothing then:
 * the document goes on as plain HTML, whose links and form work without it.
 */
export async function start(): Promise<void> {
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
  const runtime = createRuntime({
    ...initial,
    prefetch: createPrefetch(async (path) => {
      const route = routeAt(path);
      if (route) await fetchAhead(route);
    }),
  });
  const route = initial.error ? undefined : routeAt(location.pathname);
  // createBrowserRouter is these three, but in a module that brings 4 kB (brotli) of unused components with it.
  const router = createRouter({
    routes: createRoutes(load),
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationData: route
      ? { loaderData: { [route.name]: await fetchAhead(route) } }
      : { loaderData: {}, errors: { [pagesRouteId]: initial.error } },
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
  startTransition(() => void hydrateRoot(root, app));
  registerServiceWorker();
}

function readInitialState(): InitialState {
  const text = document.getElementById("initial-state")?.textContent;
  return text ? (JSON.parse(text) as InitialState) : {};
}
