// Inlined in every page after the typeface's style sheet: decides, before anything is drawn, what the first view can do without.
(() => {
  const page = document.documentElement;
  const [view] = performance.getEntriesByType("navigation");

  // Sections below the first screen are laid out when they come near, or when the app starts. Not if the browser is about to scroll
  // further down, because it would have to guess their heights.
  if (view?.type === "navigate" && !location.hash) page.dataset.fresh = "";

  // Browsers delay the first paint for a typeface that is preloaded or used. So the first document of a visit is drawn with the
  // fallback, and the typeface replaces it once it has loaded completely. Later documents find it in the cache (B8.2).
  const typeface = document.getElementById("typeface");
  const { connection } = navigator;
  const frugal = connection?.saveData || connection?.effectiveType?.includes("2g");
  const isLater = view?.type !== "navigate" || document.referrer.startsWith(`${location.origin}/`);
  if (!frugal && isLater && remembered()) load("high");
  else {
    typeface.media = "not all";
    // `app/boot.js` waits for it.
    if (!frugal) typeface.shown = show();
  }

  async function show() {
    let touchedAt = Number.NEGATIVE_INFINITY;
    for (const type of ["pointerdown", "keydown"]) {
      addEventListener(type, (event) => (touchedAt = event.timeStamp), { capture: true, passive: true });
    }
    await new Promise((resolve) => addEventListener("load", resolve));
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
    );
    const files = await Promise.all(load("low"));
    if (!files.every(Boolean)) return;
    remembered("fetched");
    // Not while somebody taps or types: lines may move, and the answer would wait for the new layout.
    while (performance.now() - touchedAt < 1000) await new Promise((resolve) => setTimeout(resolve, 200));
    typeface.media = "all";
  }

  /** @returns {Promise<Event | undefined>[]} one per file; undefined if the file cannot be loaded */
  function load(fetchPriority) {
    const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", fetchPriority };
    const files = page.dataset.fonts.split(" ").filter(Boolean);
    return files.map(
      (href) =>
        new Promise((onload) => {
          const link = Object.assign(document.createElement("link"), font, { href, onload });
          link.onerror = () => onload();
          document.head.append(link);
        }),
    );
  }

  /** Without storage every document counts as the first. Reading storage is slow, so it is done only when needed. */
  function remembered(change) {
    try {
      if (change) sessionStorage.typeface = change;
      return sessionStorage.typeface;
    } catch {
      return undefined;
    }
  }
})();
