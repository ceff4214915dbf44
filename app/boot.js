// Inlined in every page. The app starts when the first view is there (load, two frames, a moment) or at the first touch,
// and never competes with it; on a poor or costly connection only at a touch.
const { steps, parts, motion } = document.documentElement.dataset;
const { connection } = navigator;
const frugal = connection?.saveData || connection?.effectiveType?.includes("2g");
let started = false;

function start() {
  if (started) return;
  started = true;
  layOutTheRest();
  ask("stylesheet", motion);
  for (const part of parts.split(" ").filter(Boolean)) ask("modulepreload", part);
  // When something cannot be loaded the document stays as it is: plain HTML, whose links and form work without the app. The
  // next touch, or the return of the connection, tries again.
  run().catch(() => {
    started = false;
    addEventListener("online", start, { once: true });
  });
}

/** Lays out what the first view skipped, one section a frame: all of it at once is a long task on a slow phone. */
async function layOutTheRest() {
  for (const piece of document.querySelectorAll("[data-fresh] .index > *")) {
    piece.style.contentVisibility = "visible";
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  delete document.documentElement.dataset.fresh;
}

/** Once, however often the start is tried. */
function ask(rel, href) {
  if (document.head.querySelector(`link[rel="${rel}"][href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));
}

/** Runs each step as a task of its own, so that a tap which comes meanwhile is answered in between. */
async function run() {
  for (const step of steps.split(" ")) {
    await (await import(step)).start?.();
    await (globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
  }
}

for (const event of ["pointerdown", "keydown", "touchstart"]) {
  addEventListener(event, start, { passive: true, capture: true });
}

if (!frugal) {
  const afterFirstView = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100)));
  if (document.readyState === "complete") afterFirstView();
  else addEventListener("load", afterFirstView, { once: true });
}
