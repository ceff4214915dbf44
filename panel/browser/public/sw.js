// Shows notifications and an offline page. It caches nothing, because the panel shows personal data.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const { notification } = event.data?.json() ?? {};
  const { title = "Panel", body = "", lang = "pl", silent = false } = notification ?? {};
  const url = panelUrl(notification?.navigate);
  // Browsers are silent about one that replaces another of its tag, such as yesterday's.
  const options = { body, lang, silent, renotify: !silent, data: url, icon: "/icon-192.png", tag: url };
  event.waitUntil(registration.showNotification(title, options));
  event.waitUntil(refreshOpenPanels());
});

/** Restricts a notification to the panel's URLs, even if somebody has stolen the keys for sending one. */
function panelUrl(wanted) {
  const start = `${location.origin}/panel/`;
  // What begins like this is an address, so the constructor does not throw.
  const href = String(wanted).startsWith(start) ? new URL(wanted).href : "";
  return href.startsWith(start) ? href : "/panel/";
}

async function refreshOpenPanels() {
  for (const panel of await clients.matchAll({ type: "window" })) panel.postMessage("news");
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPanel(event.notification.data));
});

async function openPanel(url) {
  // The preview's frame is a window, too.
  const open = (await clients.matchAll({ type: "window" })).find(({ frameType }) => frameType !== "nested");
  if (!open) return clients.openWindow(url);
  await open.focus();
  return open.navigate(url);
}

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(offlinePage));
});

function offlinePage() {
  const html = `<!doctype html><html lang="pl"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Brak połączenia</title><h1>Brak połączenia z internetem</h1><p>Gdy połączenie wróci, spróbuj ponownie. Zapytania nie giną: czekają na serwerze.</p><p><a href="/panel/">Spróbuj ponownie</a></p></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
