/// <reference lib="webworker" />
import type { WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

declare const self: ServiceWorkerGlobalScope;

/** Written into the built file: the pages, and the content-addressed files that they need. */
declare const offlineFiles: { readonly pages: readonly string[]; readonly files: readonly string[] };

const pages = new NetworkFirst({
  cacheName: "pages",
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && !response.redirected ? response : null,
    },
  ],
});

// Content-addressed files never change, so the cached copy is as good as the one online.
precacheAndRoute(
  offlineFiles.files.map((url) => ({ url, revision: null })),
  { cleanURLs: false, directoryIndex: "" },
);
cleanupOutdatedCaches();

// Pages come from the network when there is one; the cached copy is only for offline.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === "navigate" &&
    url.search === "" &&
    offlineFiles.pages.includes(url.pathname),
  pages,
);

// Its type only misses "| undefined", which the compiler's strictest setting asks for.
const onlyTheLatest = new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }) as WorkboxPlugin;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/pictures/"),
  new CacheFirst({ cacheName: "pictures", plugins: [onlyTheLatest] }),
);

self.addEventListener("install", (event) => {
  const kept = offlineFiles.pages.map(
    (path) => pages.handleAll({ event, request: new Request(path, { cache: "no-cache" }) })[1],
  );
  // Takes over open tabs at once: cached pages and their files must be from one release.
  event.waitUntil(Promise.all([...kept, self.skipWaiting()]));
});
