// Inlined in every page. The app starts after the first view (load event, two frames, 100 ms) so as not to compete with it, or at
// the first touch if that comes earlier. On a slow or metered connection it starts only at a touch, unless it alone knows what was sent
// or typed: the form would look empty, and a waiting message would not be sent.
const { script, preloads, late } = document.documentElement.dataset;
const { connection } = navigator;
const { href } = location;
const frugal = connection?.saveData || connection?.effectiveType?.includes("2g");
let started = false;

function start() {
  if (started) return;
  started = true;
  layOutTheRest();
  addLink("stylesheet", late);
  for (const part of preloads.split(" ").filter(Boolean)) addLink("modulepreload", part);
  // If something cannot be loaded, or not within 120 s, the document stays plain HTML, whose links and form work without the app. The
  // next touch, or the return of the connection, tries again (B6.6, B6.7).
  Promise.race([import(script), new Promise((_, giveUp) => setTimeout(giveUp, 120_000))])
    .then((app) => app.start(href))
    .catch(() => {
      started = false;
      addEventListener("online", start, { once: true });
    });
}

/**
 * Lays out what the first view skipped, one section per frame: all at once would be a long task on a slow phone. Not before the
 * typeface, whose swap would lay out everything again.
 */
async function layOutTheRest() {
  await document.getElementById("typeface").shown;
  for (const piece of document.querySelectorAll("[data-fresh] :is(main > div > *, .part, .footer)")) {
    piece.style.contentVisibility = "visible";
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  delete document.documentElement.dataset.fresh;
}

/** Adds a link to the head unless an earlier start attempt has loaded it. */
function addLink(rel, href) {
  if (document.head.querySelector(`link[rel="${rel}"][href="${href}"]`)) return;
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel, href, onerror: () => link.remove() }));
}

/** Starts after the next frame, because that frame may be the response to a touch. */
const startSoon = () => requestAnimationFrame(() => setTimeout(start));

for (const event of ["pointerdown", "keydown", "touchstart"]) {
  addEventListener(event, startSoon, { passive: true, capture: true });
}

if (
  !frugal ||
  history.state?.visit?.reference ||
  (navigator.cookieEnabled && "enquiry-draft" in localStorage)
) {
  addEventListener("load", () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100))),
  );
}
