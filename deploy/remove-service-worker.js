// Served as /sw.js it takes the site's service worker back: it removes what was kept, and itself. docs/deploy.md says when and how.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
