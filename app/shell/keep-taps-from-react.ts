/**
 * Until the returned function is called, taps are left to the browser: links, forms and menus work without the app. A tap that reaches
 * React while it hydrates makes it hydrate at once what it would have hydrated in slices, a long task on a slow phone.
 */
export function keepTapsFromReact(): () => void {
  const listening = new AbortController();
  for (const type of [
    "touchstart",
    "touchend",
    "pointerdown",
    "pointerup",
    "mousedown",
    "mouseup",
    "click",
    "dblclick",
  ]) {
    addEventListener(type, (event) => event.stopPropagation(), {
      capture: true,
      passive: true,
      signal: listening.signal,
    });
  }
  return () => listening.abort();
}
