import type { Page } from "@playwright/test";

/** Waits until the service worker has filled its caches. It controls pages from the next document on. */
export const serviceWorkerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activated") return;
    await new Promise((done) => active?.addEventListener("statechange", done, { once: true }));
  });

/** All cached paths by cache name. */
export const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[name.replace(/^workbox-(\w+)-.*/, "$1")] = requests.map(({ url }) => new URL(url).pathname);
    }
    return kept;
  });
