// Inlined in every page behind the style sheet of the typeface, before anything is drawn: what the first view does without.
(() => {
  const page = document.documentElement;
  const [view] = performance.getEntriesByType("navigation");

  // What is below the first screen is laid out when it comes near, or when the app starts. Not where the browser is about to scroll
  // to a place further down, which it could only guess.
  if (view?.type === "navigate" && !location.hash) page.dataset.fresh = "";

  // Browsers hold the first paint back for a typeface that is preloaded, or asked for by what they draw. So the first document of a
  // visit is drawn with the stand-in, and the typeface takes its place when all of it is there. Later ones find it in the cache.
  const typeface = document.getElementById("typeface");
  const { connection } = navigator;
  const frugal = connection?.saveData || connection?.effectiveType?.includes("2g");
  const isLater = view?.type !== "navigate" || document.referrer.startsWith(`${location.origin}/`);
  if (!frugal && isLater && remembered()) load("high");
  else {
    typeface.media = "not all";
    if (!frugal) addEventListener("load", () => afterFirstPaint(show));
  }

  function afterFirstPaint(act) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      act();
    }).observe({ type: "paint", buffered: true });
  }

  async function show() {
    await Promise.all(load("low"));
    typeface.media = "all";
    remembered("fetched");
  }

  /** @returns {Promise<unknown>[]} one for each file, which stays open when the file cannot be had */
  function load(fetchPriority) {
    const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", fetchPriority };
    const files = page.dataset.fonts.split(" ").filter(Boolean);
    return files.map(
      (href) =>
        new Promise((onload) => {
          document.head.append(Object.assign(document.createElement("link"), font, { href, onload }));
        }),
    );
  }

  /** Without storage every document is met as the first. Opening it takes its time. */
  function remembered(change) {
    try {
      if (change) sessionStorage.typeface = change;
      return sessionStorage.typeface;
    } catch {
      return undefined;
    }
  }
})();
