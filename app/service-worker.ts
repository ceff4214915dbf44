/// <reference lib="webworker" />
import type { WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

declare const self: ServiceWorkerGlobalScope;

/** The pages and the content-addressed files that they need. The build writes this list into the file. */
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

// Content-addressed files never change, so the cached copy is always current.
precacheAndRoute(
  offlineFiles.files.map((url) => ({ url, revision: null })),
  { cleanURLs: false, directoryIndex: "" },
);
cleanupOutdatedCaches();

// Network first: cached pages are only for offline use.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode === "navigate" &&
    url.search === "" &&
    offlineFiles.pages.includes(url.pathname),
  pages,
);

// The type lacks only the "| undefined" that `exactOptionalPropertyTypes` requires.
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
