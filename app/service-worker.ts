/// <reference lib="webworker" />
import type { WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

declare const self: ServiceWorkerGlobalScope;

/** The pages and the content-addressed files that they need. The build writes this list into the file. */
declare const offlineFiles: { readonly pages: readonly string[]; readonly files: readonly string[] };

const pagesCache = "pages";

const pages = new NetworkFirst({
  cacheName: pagesCache,
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && !response.redirected && !request.url.includes("?") ? response : null,
    },
  ],
  matchOptions: { ignoreSearch: true },
});

// Content-addressed files never change, so the cached copy is always current.
const files = new PrecacheController();
files.addToCacheList(offlineFiles.files.map((url) => ({ url, revision: null })));
registerRoute(new PrecacheRoute(files, { cleanURLs: false, directoryIndex: "" }));
cleanupOutdatedCaches();

// Network first, because cached pages are only for offline use.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === "navigate" && offlineFiles.pages.includes(url.pathname),
  pages,
);

// The type lacks only the "| undefined" that `exactOptionalPropertyTypes` requires.
const onlyTheLatest = new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true }) as WorkboxPlugin;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/pictures/"),
  new CacheFirst({ cacheName: "pictures", plugins: [onlyTheLatest] }),
);

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(files.activate(event)));

/** Caches pages and their files from one release. If anything cannot be loaded, the old cache stays. */
async function install(event: ExtendableEvent): Promise<void> {
  await files.install(event);
  const cache = await caches.open(pagesCache);
  await cache.addAll(offlineFiles.pages.map((path) => new Request(path, { cache: "no-cache" })));
  // Withdrawn pages must also disappear from this cache (C5.3).
  for (const { url } of await cache.keys())
    if (!offlineFiles.pages.includes(new URL(url).pathname)) await cache.delete(url);
  // Takes over open tabs at once, for the same reason.
  await self.skipWaiting();
}
