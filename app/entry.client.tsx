import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  RouterProvider,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
} from "react-router";
import { createLoadPage } from "./load-page.ts";
import type { InitialState, SitePayload } from "./payload-types.ts";
import { createRoutes, pagesRouteId } from "./router.tsx";
import { routeAt } from "./routes.ts";
import { createReloadGuard } from "./shell/load-guard.ts";
import { createPayloadLoader, loadManifest } from "./shell/payloads.ts";
import { createPrefetch } from "./shell/prefetch.ts";
import { createRuntime, RuntimeProvider } from "./shell/runtime.tsx";
import { SiteProvider } from "./shell/site.tsx";
import { loadStyles } from "./shell/styles.ts";
import { followNavigation } from "./shell/follow-navigation.ts";

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
  const fetchAhead = createLoadPage(source);
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
      ? { loaderData: { [route.name]: await load(route) } }
      : { errors: { [pagesRouteId]: initial.error }, loaderData: {} },
  }).initialize();
  followNavigation(router, runtime);
  const root = document.getElementById("root");
  if (!root) return;
  startTransition(() => {
    hydrateRoot(
      root,
      <SiteProvider value={manifest.site}>
        <RuntimeProvider value={runtime}>
          <RouterProvider router={router} />
        </RuntimeProvider>
      </SiteProvider>,
    );
  });
}

function readInitialState(): InitialState {
  const text = document.getElementById("initial-state")?.textContent;
  return text ? (JSON.parse(text) as InitialState) : {};
}

void start();
