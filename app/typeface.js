// Inlined in every page behind the style sheet of the typeface, before anything is drawn. Browsers hold the first paint back for
// a typeface that is preloaded, or asked for by what they draw. That is worth it where the page came this far within 100 ms, and
// where the typeface was fetched before. Elsewhere the first document keeps the stand-in, and fetches it when all else is there.
(() => {
  const { fonts } = document.documentElement.dataset;
  const [view] = performance.getEntriesByType("navigation");

  function ask(rel) {
    for (const href of fonts.split(" ")) {
      const link = document.createElement("link");
      document.head.append(
        Object.assign(link, { rel, as: "font", type: "font/woff2", crossOrigin: "", href }),
      );
    }
  }

  /** Without storage a slow line is always met as if for the first time. */
  function remembered(change) {
    try {
      if (change) sessionStorage.typeface = change;
      return sessionStorage.typeface;
    } catch {
      return undefined;
    }
  }

  if (remembered() || performance.now() - view?.requestStart < 100) return ask("preload");
  document.getElementById("typeface").media = "not all";
  addEventListener("load", () =>
    setTimeout(() => {
      if (navigator.connection?.saveData) return;
      ask("prefetch");
      remembered("fetched");
    }, 2000),
  );
})();
