// Inlined in every page behind the style sheet of the typeface, before anything is drawn: what the first view does without.
(() => {
  const page = document.documentElement;
  const [view] = performance.getEntriesByType("navigation");

  // What is below the first screen is laid out when it comes near, or when the app starts. Not where the browser is about to scroll
  // to a place further down, which it could only guess.
  if (view?.type === "navigate" && !location.hash) page.dataset.fresh = "";

  // Browsers hold the first paint back for a typeface that is preloaded, or asked for by what they draw. That is worth it where the
  // page came this far within 100 ms, and where an earlier page has fetched the typeface. Elsewhere the first document keeps the
  // stand-in, and fetches the typeface when all else is there.
  const isSecond = document.referrer.startsWith(`${location.origin}/`);
  if (performance.now() - view?.requestStart < 100 || (isSecond && remembered())) ask("preload");
  else {
    document.getElementById("typeface").media = "not all";
    addEventListener("load", () =>
      setTimeout(() => {
        if (navigator.connection?.saveData) return;
        ask("prefetch");
        remembered("fetched");
      }, 2000),
    );
  }

  function ask(rel) {
    for (const href of page.dataset.fonts.split(" ")) {
      const link = document.createElement("link");
      document.head.append(
        Object.assign(link, { rel, as: "font", type: "font/woff2", crossOrigin: "", href }),
      );
    }
  }

  /** Without storage a slow line is always met as if for the first time. Opening it takes its time. */
  function remembered(change) {
    try {
      if (change) sessionStorage.typeface = change;
      return sessionStorage.typeface;
    } catch {
      return undefined;
    }
  }
})();
